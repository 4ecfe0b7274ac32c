"""Frame times while a board of 150 tiles is panned and zoomed."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.support.web.page import DESKTOP, Visitor
from tools.board.games import sit_down

TILES = 150
MOST = 20.0  # milliseconds, of 95 frames in 100
LARGE = """(count) => {
    const { table } = bastide;
    const own = table.data.tiles;
    const tiles = [];
    const at = (n) => [n % 15 - 7, Math.floor(n / 15) - 5];
    for (let n = 0; n < count; n += 1) tiles.push([...at(n), own[n % own.length][2], n % 4]);
    const some = tiles.filter((_, n) => n % 4 === 0);
    const pieces = some.map(([x, y], n) => [`knight/${n % 2}`, x + 0.5, y + 0.5]);
    table.board.show({ ...table.data, tiles, pieces });
    table.fit();
}"""
MEASURE = """async () => {
    const { camera } = bastide.table.board;
    const times = [];
    let last = 0;
    await new Promise((done) => {
        let n = 0;
        const step = (now) => {
            if (last) times.push(now - last);
            last = now;
            n += 1;
            camera.x += Math.sin(n / 9) * 0.08;
            camera.zoomAt(n % 60 < 30 ? 1.02 : 1 / 1.02, 400, 300);
            if (n < 240) requestAnimationFrame(step);
            else done();
        };
        requestAnimationFrame(step);
    });
    return times.sort((one, two) => one - two);
}"""


def frames(browser: Browser, link: str) -> int:
    """Print the times; 1 if they are too long."""
    visitor = Visitor(browser, f"{link}/r/frames", "Anna", DESKTOP)
    sit_down(visitor, "")
    visitor.wait("bastide.table.board.art.ready()")
    visitor.page.evaluate(LARGE, TILES)
    times: list[float] = visitor.page.evaluate(MEASURE)
    shares = {share: times[int(len(times) * share / 100)] for share in (50, 95, 99)}
    print(f"{TILES} tiles, {len(times)} frames: " + ", ".join(f"p{k} {v:.1f} ms" for k, v in shares.items()))
    visitor.context.close()
    return 1 if shares[95] > MOST else 0
