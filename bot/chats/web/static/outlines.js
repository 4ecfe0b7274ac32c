// The outlines of what is on a tile, as paths in units of the tile.

/** @import { Point, TileFacts } from "./frames.d.ts" */

const LAYERS = [ // what covers what, the topmost first
  "monastery",
  "shrine",
  "garden",
  "road",
  "trail",
  "river",
  "city",
  "crop",
  "carcassonne",
  "field",
  "meadow",
];
const SITE = 0.24; // the radius of a segment without an outline

/**
 * A point of a tile as printed, on the tile turned clockwise by so many quarters.
 * @param {Point} point
 * @param {number} rotation
 * @returns {Point}
 */
export function turned([x, y], rotation) {
  for (let turn = 0; turn < rotation; turn += 1) [x, y] = [1 - y, x];
  return [x, y];
}

/**
 * The rings around a segment of a turned tile.
 * @param {TileFacts | undefined} tile
 * @param {string} segment
 * @param {number} rotation
 */
export function outline(tile, segment, rotation) {
  const path = new Path2D();
  const found = tile?.segments[segment];
  if (!found) return path;
  for (const ring of found.rings) {
    for (let index = 0; index < ring.length; index += 2) {
      const [x, y] = turned([ring[index] / 100, ring[index + 1] / 100], rotation);
      if (index) path.lineTo(x, y);
      else path.moveTo(x, y);
    }
    path.closePath();
  }
  if (!found.rings.length) { // a site
    const [x, y] = turned([found.at[0] / 100, found.at[1] / 100], rotation);
    path.moveTo(x + SITE, y);
    path.arc(x, y, SITE, 0, 2 * Math.PI);
  }
  return path;
}

/** @param {number | undefined} axis */
export function bridgeOutline(axis) {
  const path = new Path2D();
  if (axis) path.rect(0, 0.43, 1, 0.14);
  else path.rect(0.43, 0, 0.14, 1);
  return path;
}

/**
 * The segments under a point of a turned tile, the topmost first.
 * @param {CanvasRenderingContext2D} context
 * @param {TileFacts | undefined} tile
 * @param {number} rotation
 * @param {number} x
 * @param {number} y
 */
export function segmentsAt(context, tile, rotation, x, y) {
  if (!tile) return [];
  const found = Object.entries(tile.segments)
    .filter(([name]) => context.isPointInPath(outline(tile, name, rotation), x, y));
  return found.sort(([, one], [, two]) => LAYERS.indexOf(one.kind) - LAYERS.indexOf(two.kind))
    .map(([name]) => name);
}
