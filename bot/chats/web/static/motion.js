// What just happened, as motion: a tile drops, figures walk, points fly, the dragon flies.

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const TIMES = { drop: 320, walk: 650, points: 1400, fly: 600 };

export class Motion {
  constructor(redraw) {
    this.redraw = redraw;
    this.running = []; // {kind, from, to, start, ...}
  }

  // Compare the board before and after, and begin what the eye should follow.
  begin(before, after, happened, home) {
    if (CALM.matches || document.hidden || !before || before.game !== after.game) return;
    const start = performance.now();
    const lay = after.tiles.length - before.tiles.length;
    if (lay > 0 && lay < 4) {
      for (const [x, y] of after.tiles.slice(-lay)) this.running.push({ kind: "drop", x, y, start });
    }
    this.walk(before.pieces, after.pieces, start, home);
    const rise = new Map();
    for (const one of happened) {
      if (one.what !== "points") continue;
      const at = one.at ?? after.last ?? [0, 0];
      const step = rise.get(String(at)) ?? 0;
      rise.set(String(at), step + 1);
      this.running.push({
        kind: "points",
        seat: one.seat,
        points: one.points,
        x: at[0] + 0.5,
        y: at[1] + 0.5 + step * 0.4,
        start: start + 250,
      });
    }
    if (this.running.length) this.redraw();
  }

  walk(before, after, start, home) {
    const left = new Map();
    for (const [sprite, x, y] of after) left.set(`${sprite} ${x} ${y}`, true);
    const gone = before.filter(([sprite, x, y]) => !left.has(`${sprite} ${x} ${y}`));
    const stood = new Set(before.map(([sprite, x, y]) => `${sprite} ${x} ${y}`));
    const come = after.filter(([sprite, x, y]) => !stood.has(`${sprite} ${x} ${y}`));
    for (const [sprite, x, y] of gone) {
      const same = come.findIndex(([other]) => other === sprite);
      if (same >= 0) {
        const [[, tx, ty]] = come.splice(same, 1);
        if (Math.hypot(tx - x, ty - y) > 0.3) {
          this.running.push({ kind: "fly", sprite, x, y, tx, ty, start, hides: `${sprite} ${tx} ${ty}` });
        }
      } else {
        const seat = Number(sprite.split("/")[1] ?? -1);
        this.running.push({ kind: "walk", sprite, x, y, seat, start: start + 200, home: home(seat) });
      }
    }
  }

  share(one, now) {
    return Math.max(0, Math.min(1, (now - one.start) / TIMES[one.kind]));
  }

  tick(now) {
    this.running = this.running.filter((one) => now < one.start + TIMES[one.kind]);
    return this.running.length > 0;
  }

  drops(now) {
    const found = new Map();
    for (const one of this.running) {
      if (one.kind === "drop") found.set(`${one.x} ${one.y}`, 1 - this.share(one, now));
    }
    return found;
  }

  hidden() {
    return new Set(this.running.filter((one) => one.hides).map((one) => one.hides));
  }

  draw(context, board, now) {
    for (const one of this.running) {
      const share = this.share(one, now);
      const eased = 1 - (1 - share) ** 3;
      if (one.kind === "walk" || one.kind === "fly") {
        const [ax, ay] = board.camera.toScreen(one.x, one.y);
        const [bx, by] = one.kind === "fly" ? board.camera.toScreen(one.tx, one.ty) : one.home;
        const size = board.camera.zoom;
        const hop = Math.abs(Math.sin(share * Math.PI * 3)) * size * 0.1 +
          (one.kind === "fly" ? Math.sin(share * Math.PI) * size * 0.5 : 0);
        const x = ax + (bx - ax) * eased;
        const y = ay + (by - ay) * eased - hop;
        context.globalAlpha = one.kind === "walk" ? Math.min(1, 2 - 2 * share) : 1;
        board.art.draw(context, one.sprite, x - size / 2, y - size / 2, size);
        context.globalAlpha = 1;
      } else if (one.kind === "points" && share > 0) {
        const [x, y] = board.camera.toScreen(one.x, one.y);
        board.tag(
          context,
          `${one.points > 0 ? "+" : "−"}${Math.abs(one.points)}`,
          x,
          y - eased * 46,
          one.seat,
          1 - share ** 3,
        );
      }
    }
  }
}
