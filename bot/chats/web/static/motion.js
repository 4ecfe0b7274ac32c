// What just happened, as motion: a tile drops, figures walk, points fly, the dragon flies.

/** @import { Happened, PastView, Piece } from "./frames.d.ts" */
/** @import { Board } from "./board.js" */

const TIMES = { drop: 320, walk: 650, points: 1400, fly: 600 };
const MOST_DROPS = 3; // tiles that came at once

/** @typedef {{kind: "drop", start: number, x: number, y: number}} Drop */
/** @typedef {{kind: "walk", start: number, x: number, y: number, sprite: string, home: [number, number]}} Walk */
/** @typedef {{kind: "fly", start: number, x: number, y: number, sprite: string, to: [number, number], hides: string}} Flight */
/** @typedef {{kind: "points", start: number, x: number, y: number, seat: number, points: number}} Points */
/** @typedef {Drop | Walk | Flight | Points} Moving */
/** @typedef {(seat: number) => [left: number, top: number]} Home where the figures of a seat go */

/** @param {Piece} piece */
export const pieceKey = ([sprite, x, y]) => `${sprite} ${x} ${y}`;

export class Motion {
  /** @type {Moving[]} */
  running = [];

  /**
   * @param {() => void} redraw
   * @param {() => boolean} still whether nothing may move
   */
  constructor(redraw, still) {
    this.redraw = redraw;
    this.still = still;
  }

  /**
   * Compare the board before and after, and begin what the eye should follow.
   * @param {PastView | null} before
   * @param {PastView} after
   * @param {Happened[]} happened
   * @param {Home} home
   */
  begin(before, after, happened, home) {
    if (!before || before.game !== after.game || this.still()) return;
    const start = performance.now();
    const lay = after.tiles.length - before.tiles.length;
    if (lay > 0 && lay <= MOST_DROPS) {
      for (const [x, y] of after.tiles.slice(-lay)) this.running.push({ kind: "drop", x, y, start });
    }
    this.walk(before.pieces, after.pieces, start, home);
    this.rise(happened, after, start + 250);
    if (this.running.length) this.redraw();
  }

  /**
   * @param {Piece[]} before
   * @param {Piece[]} after
   * @param {number} start
   * @param {Home} home
   */
  walk(before, after, start, home) {
    const [left, stood] = [new Set(after.map(pieceKey)), new Set(before.map(pieceKey))];
    const come = after.filter((piece) => !stood.has(pieceKey(piece)));
    for (const [sprite, x, y] of before.filter((piece) => !left.has(pieceKey(piece)))) {
      const same = come.findIndex(([other]) => other === sprite);
      if (same >= 0) {
        const [piece] = come.splice(same, 1);
        const [, tx, ty] = piece;
        if (Math.hypot(tx - x, ty - y) <= 0.3) continue;
        this.running.push({ kind: "fly", sprite, x, y, to: [tx, ty], start, hides: pieceKey(piece) });
      } else {
        const seat = Number(sprite.split("/")[1] ?? -1);
        this.running.push({ kind: "walk", sprite, x, y, start: start + 200, home: home(seat) });
      }
    }
  }

  /**
   * Points rise from where they were made, one above the other.
   * @param {Happened[]} happened
   * @param {PastView} after
   * @param {number} start
   */
  rise(happened, after, start) {
    /** @type {Map<string, number>} */
    const floors = new Map();
    for (const { what, at, seat = -1, points = 0 } of happened) {
      if (what !== "points") continue;
      const [x, y] = at ?? after.last ?? [0, 0];
      const floor = floors.get(`${x} ${y}`) ?? 0;
      floors.set(`${x} ${y}`, floor + 1);
      this.running.push({ kind: "points", seat, points, x: x + 0.5, y: y + 0.5 + floor * 0.4, start });
    }
  }

  /**
   * @param {Moving} one
   * @param {number} now
   */
  share(one, now) {
    return Math.max(0, Math.min(1, (now - one.start) / TIMES[one.kind]));
  }

  /**
   * Drop what is over; whether anything still moves.
   * @param {number} now
   */
  tick(now) {
    this.running = this.running.filter((one) => now < one.start + TIMES[one.kind]);
    return this.running.length > 0;
  }

  /**
   * How far above the board tiles are, by cell: 1 at the beginning, 0 when they lie.
   * @param {number} now
   * @returns {Map<string, number>}
   */
  drops(now) {
    const drops = this.running.filter((one) => one.kind === "drop");
    return new Map(drops.map((one) => [`${one.x} ${one.y}`, 1 - this.share(one, now)]));
  }

  /** The pieces that are on their way to their place. */
  hidden() {
    return new Set(this.running.flatMap((one) => one.kind === "fly" ? [one.hides] : []));
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Board} board
   * @param {number} now
   */
  draw(context, board, now) {
    for (const one of this.running) {
      const share = this.share(one, now);
      if (one.kind === "walk" || one.kind === "fly") drawWalk(context, board, one, share);
      else if (one.kind === "points" && share > 0) drawPoints(context, board, one, share);
    }
  }
}

/** @param {number} share */
const eased = (share) => 1 - (1 - share) ** 3;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Board} board
 * @param {Walk | Flight} one
 * @param {number} share
 */
function drawWalk(context, board, one, share) {
  const { camera } = board;
  const size = camera.zoom;
  const flies = one.kind === "fly";
  const [ax, ay] = camera.toScreen(one.x, one.y);
  const [bx, by] = flies ? camera.toScreen(...one.to) : one.home;
  const hop = Math.abs(Math.sin(share * Math.PI * 3)) * size * 0.1 +
    (flies ? Math.sin(share * Math.PI) * size * 0.5 : 0);
  const x = ax + (bx - ax) * eased(share);
  const y = ay + (by - ay) * eased(share) - hop;
  context.globalAlpha = flies ? 1 : Math.min(1, 2 - 2 * share);
  board.art.draw(context, one.sprite, x - size / 2, y - size / 2, size);
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Board} board
 * @param {Points} one
 * @param {number} share
 */
function drawPoints(context, board, one, share) {
  const [x, y] = board.camera.toScreen(one.x, one.y);
  const text = `${one.points > 0 ? "+" : "−"}${Math.abs(one.points)}`;
  board.tag(context, text, x, y - eased(share) * 46, one.seat, 1 - share ** 3);
}
