// The tiles and bridges of a board, drawn as a view shows them; while it moves, as one picture that is scaled.

/** @import { LaidTile, PastView } from "./frames.d.ts" */
/** @import { Art } from "./art.js" */
/** @import { Box, View } from "./camera.js" */
import { inView, square } from "./camera.js";
import { drawPaleTile } from "./placeholder.js";

const LAYER_CELL = 96; // pixels of a cell in the picture of all tiles
const LAYER_SIDE = 3000; // pixels of its longer side, at most

/** @typedef {CanvasRenderingContext2D} Context */

export class TilePainter {
  /** @type {{key: string, canvas: HTMLCanvasElement, box: Box} | null} */
  layer = null;

  /** @param {Art} art */
  constructor(art) {
    this.art = art;
  }

  /**
   * @param {Context} context
   * @param {View} view
   * @param {number} now
   * @param {PastView} data
   * @param {Map<string, number>} drops how far above the board tiles are
   */
  drawTiles(context, view, now, data, drops = new Map()) {
    const seen = data.tiles.filter(([x, y]) => inView(view, x, y));
    for (const tile of seen) this.drawLaid(context, view, now, tile, drops.get(`${tile[0]} ${tile[1]}`) ?? 0);
    this.drawCorners(context, view, seen);
    for (const [x, y, axis] of data.spans) {
      if (inView(view, x, y)) this.art.draw(context, `span/${axis}`, ...square(view, x, y));
    }
  }

  /**
   * @param {Context} context
   * @param {View} view
   * @param {number} now
   * @param {LaidTile} tile
   * @param {number} above it comes down from there
   */
  drawLaid(context, view, now, [x, y, id, rotation], above) {
    const [left, top, size, height] = square(view, x, y);
    const more = above * above * 0.6 * size;
    const lifted = top - more / 2 - above * above * 30;
    context.globalAlpha = 1 - above * 0.7;
    this.drawTile(context, now, id, rotation, left - more / 2, lifted, size + more, height + more);
    context.globalAlpha = 1;
  }

  /**
   * A tile, or what can be said of it while it is being drawn.
   * @param {Context} context
   * @param {number} now
   * @param {string} id
   * @param {number} rotation
   * @param {number} left
   * @param {number} top
   * @param {number} width
   * @param {number} height
   */
  drawTile(context, now, id, rotation, left, top, width, height) {
    const sprite = this.art.tileSprite(id, rotation);
    const share = this.art.shown(sprite, now);
    if (share < 1) drawPaleTile(context, this.art.tiles[id], rotation, left, top, width);
    const alpha = context.globalAlpha;
    context.globalAlpha = alpha * share;
    this.art.draw(context, sprite, left, top, width, height);
    context.globalAlpha = alpha;
  }

  /**
   * A tower or a bush covers each corner at which a city or crop edge ends.
   * @param {Context} context
   * @param {View} view
   * @param {LaidTile[]} tiles
   */
  drawCorners(context, view, tiles) {
    const size = view.zoom;
    const corners = new Map(tiles.flatMap((tile) => this.cornersOf(tile)));
    for (const [key, kind] of corners) {
      const [x, y] = key.split(" ").map(Number);
      const [left, top] = view.toScreen(x, y);
      this.art.draw(context, `corner/${kind}`, left - size / 2, top - size / 2, size);
    }
  }

  /**
   * @param {LaidTile} tile
   * @returns {[key: string, kind: string][]}
   */
  cornersOf([x, y, id, rotation]) {
    const corners = [`${x} ${y}`, `${x + 1} ${y}`, `${x + 1} ${y + 1}`, `${x} ${y + 1}`];
    return corners.flatMap((corner, side) => {
      const kind = this.art.tiles[id]?.edges[(side - rotation + 4) % 4];
      if (kind !== "city" && kind !== "crop") return [];
      return [[corner, kind], [corners[(side + 1) % 4], kind]];
    });
  }

  /**
   * @param {Context} context
   * @param {View} view
   * @param {number} now
   * @param {PastView} data
   * @param {Box} box of all tiles
   */
  drawLayer(context, view, now, data, box) {
    const { canvas, box: [left, top, right, bottom] } = this.layerOf(data, box, now);
    const [x, y] = view.toScreen(left, top);
    context.drawImage(canvas, x, y, (right - left) * view.zoom, (bottom - top) * view.zoom);
  }

  /**
   * @param {PastView} data
   * @param {Box} box
   * @param {number} now
   */
  layerOf(data, box, now) {
    const key = [data.game, data.ply, data.tiles.length, this.art.key, this.art.spots.size].join(" ");
    if (this.layer?.key === key) return this.layer;
    const [left, top, right, bottom] = box;
    const zoom = Math.min(LAYER_CELL, LAYER_SIDE / (right - left), LAYER_SIDE / (bottom - top));
    const canvas = document.createElement("canvas");
    const width = canvas.width = Math.ceil((right - left) * zoom);
    const height = canvas.height = Math.ceil((bottom - top) * zoom);
    /** @type {View} */
    const whole = { zoom, width, height, toScreen: (x, y) => [(x - left) * zoom, (y - top) * zoom] };
    this.drawTiles(contextOf(canvas), whole, now, data);
    this.layer = { key, canvas, box };
    return this.layer;
  }
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2DSettings} settings
 */
export function contextOf(canvas, settings = {}) {
  const context = canvas.getContext("2d", settings);
  if (!context) throw new Error("no canvas");
  return context;
}
