// The board on a canvas: tiles, bridges, pieces, overlays; and a layer of elements to tap above it.

import { Art, outline } from "./art.js";
import { Camera } from "./camera.js";
import { Motion } from "./motion.js";
import { Rim } from "./rim.js";
import { DrawingNote, sketchPiece, sketchTile } from "./sketch.js";

const LAYER_CELL = 96; // pixels of a cell in the picture of all tiles
const LAYER_SIDE = 3000; // pixels of its longer side, at most
const MOST_APART = 48; // elements that are pushed apart

export class Board {
  constructor(host) {
    this.host = host;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.targets = document.createElement("div");
    this.targets.className = "targets";
    host.append(this.canvas, this.targets);
    this.context = this.canvas.getContext("2d", { alpha: false });
    this.camera = new Camera(host, () => this.redraw());
    this.motion = new Motion(() => this.redraw());
    this.rim = new Rim();
    this.drawing = new DrawingNote(host);
    this.art = new Art(() => {
      this.drawing.show(this.art.share);
      this.onArt();
      this.redraw();
    });
    this.onArt = () => {};
    this.placed = []; // {element, x, y, size}: elements that stand on the board
    this.overlays = []; // drawn over the tiles, each with (context, board)
    this.data = null;
    this.ghost = null; // {x, y, tile, rotation, span}
    this.asked = 0;
    new ResizeObserver(() => this.resize()).observe(host);
  }

  resize() {
    const ratio = Math.min(3, devicePixelRatio || 1);
    this.canvas.width = Math.max(1, Math.round(this.host.clientWidth * ratio));
    this.canvas.height = Math.max(1, Math.round(this.host.clientHeight * ratio));
    if (!this.camera.touched) this.onFit?.();
    this.redraw();
  }

  show(data, happened = [], home = () => [0, 0]) {
    this.motion.begin(this.data, data, happened, home);
    this.data = data;
    this.tiles = new Map(data.tiles.map(([x, y, id, rotation]) => [`${x} ${y}`, { x, y, id, rotation }]));
    this.art.load(data.art);
    this.drawing.show(this.art.share);
    this.redraw();
  }

  tileAt(x, y) {
    return this.tiles?.get(`${x} ${y}`);
  }

  // The box of all tiles, and of other cells that matter.
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

  // -- drawing -------------------------------------------------------------------------------------

  draw(now) {
    this.asked = 0;
    const { context, camera } = this;
    const ratio = this.canvas.width / Math.max(1, this.host.clientWidth);
    const style = getComputedStyle(this.host);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = style.getPropertyValue("--felt") || "#e7dcc3";
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (!this.data) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const moving = now < camera.moving;
    context.imageSmoothingQuality = moving ? "low" : "medium";
    const fading = this.art.fading(now);
    if (moving && !fading && !this.motion.running.length) this.drawLayer(context, now);
    else this.drawTiles(context, now);
    this.drawGhost(context, now);
    for (const overlay of this.overlays) overlay(context, this);
    this.drawPieces(context);
    this.motion.draw(context, this, now);
    this.rim.draw(context, camera, style, this.ghost);
    this.place();
    if (this.motion.tick(now) || moving || fading) this.redraw();
  }

  // While the view moves, all tiles are one picture that is scaled.
  drawLayer(context, now) {
    const { canvas, box: [left, top, right, bottom] } = this.tileLayer(now);
    const [x, y] = this.camera.toScreen(left, top);
    context.drawImage(canvas, x, y, (right - left) * this.camera.zoom, (bottom - top) * this.camera.zoom);
  }

  tileLayer(now) {
    const key = [this.data.game, this.data.ply, this.data.tiles.length, this.art.key, this.art.spots.size]
      .join(" ");
    if (this.layer?.key === key) return this.layer;
    const box = this.box();
    const [left, top, right, bottom] = box;
    const zoom = Math.min(LAYER_CELL, LAYER_SIDE / (right - left), LAYER_SIDE / (bottom - top));
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil((right - left) * zoom);
    canvas.height = Math.ceil((bottom - top) * zoom);
    const { camera } = this;
    this.camera = {
      zoom,
      width: canvas.width,
      height: canvas.height,
      toScreen: (x, y) => [(x - left) * zoom, (y - top) * zoom],
    };
    this.drawTiles(canvas.getContext("2d"), now);
    this.camera = camera;
    this.layer = { key, canvas, box };
    return this.layer;
  }

  seen(x, y) {
    const [left, top] = this.camera.toScreen(x, y);
    const size = this.camera.zoom;
    return left > -size && top > -size && left < this.camera.width && top < this.camera.height;
  }

  // Whole pixels, so that no line shows between two tiles.
  square(x, y) {
    const [left, top] = this.camera.toScreen(x, y).map(Math.round);
    const [right, bottom] = this.camera.toScreen(x + 1, y + 1).map(Math.round);
    return [left, top, right - left, bottom - top];
  }

  drawTiles(context, now) {
    const drops = this.motion.drops(now);
    const corners = new Map();
    for (const [x, y, id, rotation] of this.data.tiles) {
      if (!this.seen(x, y)) continue;
      const [left, top, size, height] = this.square(x, y);
      const above = drops.get(`${x} ${y}`) ?? 0;
      const more = above * above * 0.6 * size; // it comes down from above
      context.globalAlpha = above ? 1 - above * 0.7 : 1;
      this.drawTile(
        context,
        now,
        id,
        rotation,
        left - more / 2,
        top - more / 2 - above * above * 30,
        size + more,
        height + more,
      );
      context.globalAlpha = 1;
      this.noteCorners(corners, x, y, id, rotation);
    }
    const size = this.camera.zoom;
    for (const [key, kind] of corners) {
      const [x, y] = key.split(" ").map(Number);
      const [left, top] = this.camera.toScreen(x, y);
      this.art.draw(context, `corner/${kind}`, left - size / 2, top - size / 2, size);
    }
    for (const [x, y, axis] of this.data.spans) {
      if (this.seen(x, y)) this.art.draw(context, `span/${axis}`, ...this.square(x, y));
    }
  }

  // A tile, or what can be said of it while it is being drawn.
  drawTile(context, now, id, rotation, left, top, width, height) {
    const sprite = this.art.tileSprite(id, rotation);
    const share = this.art.shown(sprite, now);
    if (share < 1) sketchTile(context, this.art.tiles[id], rotation, left, top, width);
    const alpha = context.globalAlpha;
    context.globalAlpha = alpha * share;
    this.art.draw(context, sprite, left, top, width, height);
    context.globalAlpha = alpha;
  }

  // A tower or a bush covers each corner at which a city or crop edge ends.
  noteCorners(corners, x, y, id, rotation) {
    const tile = this.art.tiles[id];
    if (!tile) return;
    const ends = [[[x, y], [x + 1, y]], [[x + 1, y], [x + 1, y + 1]], [[x + 1, y + 1], [x, y + 1]], [[
      x,
      y + 1,
    ], [x, y]]];
    for (let side = 0; side < 4; side += 1) {
      const kind = tile.edges[(side - rotation + 4) % 4];
      if (kind === "city" || kind === "crop") {
        for (const [cx, cy] of ends[side]) corners.set(`${cx} ${cy}`, kind);
      }
    }
  }

  drawGhost(context, now) {
    if (!this.ghost) return;
    const { x, y, tile, rotation, span } = this.ghost;
    const [left, top, size] = this.square(x, y);
    context.save();
    context.shadowColor = "rgb(0 0 0 / 50%)";
    context.shadowBlur = 12;
    context.fillStyle = "#b9cf8c";
    context.fillRect(left, top, size, size);
    context.restore();
    this.drawTile(context, now, tile, rotation, left, top, size, size);
    if (span) this.art.draw(context, `span/${span.axis}`, ...this.square(...span.site));
  }

  drawPieces(context) {
    const hidden = this.motion.hidden();
    const size = this.camera.zoom;
    for (const [sprite, x, y] of this.data.pieces) {
      if (hidden.has(`${sprite} ${x} ${y}`)) continue;
      const [left, top] = this.camera.toScreen(x, y);
      if (left > -size && top > -size && left < this.camera.width + size && top < this.camera.height + size) {
        if (!this.art.draw(context, sprite, left - size / 2, top - size / 2, size)) {
          sketchPiece(context, sprite, this.data.art, left, top, size);
        }
      }
    }
  }

  // Fill or stroke a segment of a laid tile, or of the ghost.
  segment(context, x, y, segment, { fill = "", stroke = "", width = 3, dash = [] }) {
    const laid = this.ghost && this.ghost.x === x && this.ghost.y === y
      ? { id: this.ghost.tile, rotation: this.ghost.rotation }
      : this.tileAt(x, y);
    if (!laid) return;
    const [left, top, size] = this.square(x, y);
    context.save();
    context.beginPath();
    context.rect(left, top, size, size);
    context.clip();
    context.translate(left, top);
    context.scale(size, size);
    const path = segment === "bridge"
      ? bridgePath(this.data.spans.find(([sx, sy]) => sx === x && sy === y)?.[2] ?? this.ghost?.span?.axis)
      : outline(this.art.tiles[laid.id], segment, laid.rotation);
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

  // The corners of the newest tile.
  bracket(context, [x, y]) {
    const [left, top, size] = this.square(x, y);
    const long = size * 0.26;
    context.save();
    for (const [width, colour] of [[6, "#fffdf0"], [3, "#9c1f4a"]]) {
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.beginPath();
      for (
        const [cx, cy, sx, sy] of [[left, top, 1, 1], [left + size, top, -1, 1], [left, top + size, 1, -1], [
          left + size,
          top + size,
          -1,
          -1,
        ]]
      ) {
        context.moveTo(cx + sx * long, cy);
        context.lineTo(cx, cy);
        context.lineTo(cx, cy + sy * long);
      }
      context.stroke();
    }
    context.restore();
  }

  // A small plate with a text, in the colours of a seat.
  tag(context, text, x, y, seat = null, alpha = 1) {
    context.save();
    context.globalAlpha = alpha;
    context.font = "700 15px system-ui, sans-serif";
    const wide = context.measureText(text).width + 14;
    context.fillStyle = seat === null ? "#fffdf5" : this.data.art.colours[seat];
    context.strokeStyle = "rgb(0 0 0 / 65%)";
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(x - wide / 2, y - 12, wide, 24, 12);
    context.fill();
    context.stroke();
    context.fillStyle = seat === null ? "#231c16" : this.data.art.inks[seat];
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, x, y + 1);
    context.restore();
  }

  // -- elements on the board -------------------------------------------------------------------------

  put(element, x, y, size = 1, { least = 44, spread = false } = {}) {
    this.placed.push({ element, x, y, size, least, spread });
    this.targets.append(element);
    this.redraw();
    return element;
  }

  clear() {
    this.placed = [];
    this.targets.replaceChildren();
  }

  place() {
    if (this.placed.length) this.targets.style.setProperty("--cell", `${this.camera.zoom}px`);
    for (const one of this.placed) {
      [one.left, one.top] = this.camera.toScreen(one.x, one.y);
      const size = Math.max(one.size * this.camera.zoom, one.least);
      if (one.shown !== size) {
        one.shown = size;
        one.element.style.width = one.element.style.height = `${size}px`;
        one.resized?.(size);
      }
    }
    const apart = this.placed.filter((one) =>
      one.spread && one.left > -50 && one.top > -50 && one.left < this.camera.width + 50 &&
      one.top < this.camera.height + 50
    );
    if (apart.length > 1 && apart.length < MOST_APART) spread(apart);
    for (const { element, left, top, shown } of this.placed) {
      element.style.transform = `translate(${left - shown / 2}px, ${top - shown / 2}px)`;
    }
  }
}

// Push circles apart that would cover each other, so that a finger can tell them apart.
function spread(circles) {
  for (let round = 0; round < 12; round += 1) {
    for (let i = 0; i < circles.length; i += 1) {
      for (let j = i + 1; j < circles.length; j += 1) {
        const [one, two] = [circles[i], circles[j]];
        const near = (one.shown + two.shown) / 2 + 3;
        let [dx, dy] = [two.left - one.left, two.top - one.top];
        if (!dx && !dy) dx = 1;
        const away = Math.hypot(dx, dy);
        if (away >= near) continue;
        const push = (near - away) / 2 / away;
        one.left -= dx * push;
        one.top -= dy * push;
        two.left += dx * push;
        two.top += dy * push;
      }
    }
  }
}

function bridgePath(axis) {
  const path = new Path2D();
  if (axis) path.rect(0, 0.43, 1, 0.14);
  else path.rect(0.43, 0, 0.14, 1);
  return path;
}
