FROM python:3.11.13-slim-bookworm AS build
WORKDIR /src
COPY requirements.lock requirements-build.lock ./
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements.lock \
    && python -m venv /tools \
    && /tools/bin/pip install --no-cache-dir --require-hashes -r requirements-build.lock
COPY pyproject.toml README.md LICENSE ./
COPY bot bot
COPY engine engine
COPY renderer renderer
COPY storage storage
RUN /tools/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheel . \
    && /venv/bin/pip install --no-cache-dir --no-deps --no-index /wheel/*.whl \
    && /venv/bin/pip uninstall --yes pip setuptools

FROM python:3.11.13-slim-bookworm
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Bastide" \
      org.opencontainers.image.description="Carcassonne for group chats: Discord, Telegram, and a room in the browser" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
RUN useradd --system --uid 10001 --home-dir /data bastide && mkdir -m 700 /data && chown bastide /data
COPY --from=build /venv /venv
USER 10001
WORKDIR /data
VOLUME /data
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    BASTIDE_DATA=/data \
    BASTIDE_WEB_HOST=0.0.0.0 \
    BASTIDE_METRICS_PORT=9464 \
    LOG_FORMAT=json
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot.operations.healthcheck"]
CMD ["bastide", "play", "--no-browser"]
