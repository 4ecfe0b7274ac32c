# syntax=docker/dockerfile:1
FROM python:3.11-slim AS build
WORKDIR /src
COPY requirements.lock pyproject.toml README.md LICENSE ./
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY bot bot
COPY engine engine
COPY renderer renderer
COPY storage storage
RUN /venv/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data bastide && mkdir /data && chown bastide /data
COPY --from=build /venv /venv
USER bastide
WORKDIR /data
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 BASTIDE_WEB_HOST=0.0.0.0
EXPOSE 8080
CMD ["bastide", "play", "--no-browser"]
