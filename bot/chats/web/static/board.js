// The board on a canvas: tiles, bridges, pieces, overlays; and a layer of elements to tap above it.

/** @import { Cell, Happened, LaidTile, PastView } from "./frames.d.ts" */
/** @import { Box } from "./camera.js" */
/** @import { Home } from "./motion.js" */
import { Art } from "./art.js";
import { Camera, square } from "./camera.js";
import { ElementLayer } from "./element_layer.js";
import { Motion, pieceKey } from "./motion.js";
import { bridgeOutline, outline } from "./outlines.js";
import { drawDisc, DrawingNote } from "./placeholder.js";
import { calm } from "./preferences.js";
import { Ruler } from "./ruler.js";
import { contextOf, TilePainter } from "./tiles.js";

const GHOST_GROUND = "#b9cf8c";

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {{x: number, y: number, tile: string, rotation: number, span: Bridge | null}} Ghost */
/** @typedef {{site: Cell, axis: number}} Bridge */
/** @typedef {{fill?: string, stroke?: string, width?: number, dash?: number[]}} Look */

/**
 * What a page does when its board has changed.
 * @typedef {object} BoardEvents
 * @property {() => void} painted sprites have come
 * @property {() => void} resized and the viewer has not moved the view
 */

export class Board {
  /** @type {PastView | null} */
  data = null;
  /** @type {Map<string, LaidTile>} */
  tiles = new Map();
  /** @type {((context: Context) => void)[]} */
  layers = []; // drawn over the tiles
  /** @type {Ghost | null} */
  ghost = null;
  asked = 0; // the frame that is asked for

  /**
   * @param {HTMLElement} host
   * @param {BoardEvents} events
   */
  constructor(host, events) {
    this.host = host;
    this.events = events;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    host.append(this.canvas);
    this.context = contextOf(this.canvas, { alpha: false });
    this.camera = new Camera(host, () => this.redraw());
    this.elements = new ElementLayer(host, this.camera);
    this.motion = new Motion(() => this.redraw(), () => calm().matches || document.hidden);
    this.ruler = new Ruler();
    this.drawing = new DrawingNote(host);
    this.art = new Art(() => this.painted());
    this.painter = new TilePainter(this.art);
    new ResizeObserver(() => this.resize()).observe(host);
  }

  painted() {
    this.drawing.show(this.art.share);
    this.events.painted();
    this.redraw();
  }

  resize() {
    const ratio = Math.min(3, devicePixelRatio || 1);
    this.canvas.width = Math.max(1, Math.round(this.host.clientWidth * ratio));
    this.canvas.height = Math.max(1, Math.round(this.host.clientHeight * ratio));
    if (!this.camera.touched) this.events.resized();
    this.redraw();
  }

  /**
   * @param {PastView} data
   * @param {Happened[]} happened
   * @param {Home} home
   */
  show(data, happened = [], home = () => [0, 0]) {
    this.motion.begin(this.data, data, happened, home);
    this.data = data;
    this.tiles = new Map(data.tiles.map((tile) => [`${tile[0]} ${tile[1]}`, tile]));
    this.art.load(data.art);
    this.drawing.show(this.art.share);
    this.redraw();
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  tileAt(x, y) {
    return this.tiles.get(`${x} ${y}`);
  }

  /**
   * The box of all tiles, and of other cells that matter.
   * @param {[x: number, y: number, ...unknown[]][]} more
   * @returns {Box}
   */
  box(more = []) {
    const cells = [...(this.data?.tiles ?? []), ...more];
    if (!cells.length) return [-1, -1, 2, 2];
    const xs = cells.map((cell) => cell[0]);
    const ys = cells.map((cell) => cell[1]);
    return [Math.min(...xs) - 0.6, Math.min(...ys) - 0.6, Math.max(...xs) + 1.6, Math.max(...ys) + 1.6];
  }

  redraw() {
    if (!this.asked) this.asked = requestAnimationFrame((now) => this.draw(now));
  }

  // -- drawing ---------------------------------------------------------------------------------------

  /** @param {number} now */
  draw(now) {
    this.asked = 0;
    const { context, camera, data } = this;
    const ratio = this.canvas.width / Math.max(1, this.host.clientWidth);
    const style = getComputedStyle(this.host);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = style.getPropertyValue("--table");
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (!data) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const changing = this.drawGround(data, now);
    this.drawGhost(now);
    for (const layer of this.layers) layer(context);
    this.drawPieces(data);
    this.motion.draw(context, this, now);
    this.ruler.draw(context, camera, style, this.ghost);
    this.elements.place();
    if (this.motion.tick(now) || changing) this.redraw();
  }

  /**
   * The tiles; whether they look different in the next frame.
   * @param {PastView} data
   * @param {number} now
   */
  drawGround(data, now) {
    const { context, camera } = this;
    const [moving, fading] = [now < camera.moving, this.art.fading(now)];
    context.imageSmoothingQuality = moving ? "low" : "medium";
    if (moving && !fading && !this.motion.running.length) {
      this.painter.drawLayer(context, camera, now, data, this.box());
    } else {
      this.painter.drawTiles(context, camera, now, data, this.motion.drops(now));
    }
    return moving || fading;
  }

  /** @param {number} now */
  drawGhost(now) {
    if (!this.ghost) return;
    const { context, camera } = this;
    const { x, y, tile, rotation, span } = this.ghost;
    const [left, top, size] = square(camera, x, y);
    context.save();
    context.shadowColor = "rgb(0 0 0 / 50%)";
    context.shadowBlur = 12;
    context.fillStyle = GHOST_GROUND;
    context.fillRect(left, top, size, size);
    context.restore();
    this.painter.drawTile(context, now, tile, rotation, left, top, size, size);
    if (span) this.art.draw(context, `span/${span.axis}`, ...square(camera, ...span.site));
  }

  /** @param {PastView} data */
  drawPieces(data) {
    const hidden = this.motion.hidden();
    const { camera: { zoom: size, width, height }, context } = this;
    for (const piece of data.pieces) {
      if (hidden.has(pieceKey(piece))) continue;
      const [left, top] = this.camera.toScreen(piece[1], piece[2]);
      if (left <= -size || top <= -size || left >= width + size || top >= height + size) continue;
      const drawn = this.art.draw(context, piece[0], left - size / 2, top - size / 2, size);
      if (!drawn) drawDisc(context, piece[0], data.art, left, top, size);
    }
  }

  /**
   * Fill or stroke a segment of a laid tile, or of the ghost.
   * @param {Context} context
   * @param {number} x
   * @param {number} y
   * @param {string} segment
   * @param {Look} look
   */
  segment(context, x, y, segment, { fill = "", stroke = "", width = 3, dash = [] }) {
    const path = this.outlineOf(x, y, segment);
    if (!path) return;
    const [left, top, size] = square(this.camera, x, y);
    context.save();
    context.beginPath();
    context.rect(left, top, size, size);
    context.clip();
    context.translate(left, top);
    context.scale(size, size);
    if (fill) {
      context.fillStyle = fill;
      context.fill(path, "evenodd");
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = width / size;
      context.setLineDash(dash.map((length) => length / size));
      context.stroke(path);
    }
    context.restore();
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {string} segment
   */
  outlineOf(x, y, segment) {
    const { ghost } = this;
    const laid = this.tileAt(x, y);
    const [id, rotation] = ghost?.x === x && ghost.y === y
      ? [ghost.tile, ghost.rotation]
      : [laid?.[2], laid?.[3]];
    if (id === undefined || rotation === undefined) return null;
    if (segment !== "bridge") return outline(this.art.tiles[id], segment, rotation);
    return bridgeOutline(
      this.data?.spans.find((span) => span[0] === x && span[1] === y)?.[2] ?? ghost?.span?.axis,
    );
  }

  /**
   * The corners of the newest tile.
   * @param {Context} context
   * @param {Cell} cell
   */
  bracket(context, [x, y]) {
    const [left, top, size] = square(this.camera, x, y);
    const long = size * 0.26;
    const corners = [
      [left, top, 1, 1],
      [left + size, top, -1, 1],
      [left, top + size, 1, -1],
      [left + size, top + size, -1, -1],
    ];
    context.save();
    for (const [width, colour] of /** @type {const} */ ([[6, "#fffdf0"], [3, "#9c1f4a"]])) {
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.beginPath();
      for (const [cx, cy, sx, sy] of corners) {
        context.moveTo(cx + sx * long, cy);
        context.lineTo(cx, cy);
        context.lineTo(cx, cy + sy * long);
      }
      context.stroke();
    }
    context.restore();
  }

  /**
   * A small plate with a text, in the colours of a seat.
   * @param {Context} context
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number | null} seat
   */
  tag(context, text, x, y, seat = null, alpha = 1) {
    const { colours, inks } = this.data?.art ?? { colours: [], inks: [] };
    context.save();
    context.globalAlpha = alpha;
    context.font = "700 15px system-ui, sans-serif";
    const wide = context.measureText(text).width + 14;
    context.fillStyle = seat === null ? "#fffdf5" : colours[seat];
    context.strokeStyle = "rgb(0 0 0 / 65%)";
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(x - wide / 2, y - 12, wide, 24, 12);
    context.fill();
    context.stroke();
    context.fillStyle = seat === null ? "#231c16" : inks[seat];
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, x, y + 1);
    context.restore();
  }
}
