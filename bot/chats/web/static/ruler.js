// The names of columns and rows at the edge of the view: they stay there while the board moves below.

/** @import { Camera } from "./camera.js" */
import { columnName, rowName } from "./cells.js";

const TOP = 18; // pixels; as --ruler-top and --ruler-left in board.css
const LEFT = 24;
const APART = 24; // pixels between two names, at least
const STEPS = [1, 2, 5, 10];

/** @typedef {[name: string, pixels: number]} Mark */

export class Ruler {
  /** @type {Mark[]} */
  columns = []; // from the left
  /** @type {Mark[]} */
  rows = []; // from the top

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Camera} camera
   * @param {CSSStyleDeclaration} style
   * @param {{x: number, y: number} | null} marked a cell whose names stand out
   */
  draw(context, camera, style, marked) {
    const { width, height } = camera;
    this.measure(camera);
    const chosen = marked ? [columnName(marked.x), rowName(marked.y)] : [];
    context.save();
    context.globalAlpha = 0.85;
    context.fillStyle = style.getPropertyValue("--table");
    context.fillRect(0, 0, width, TOP);
    context.fillRect(0, TOP, LEFT, height - TOP);
    context.globalAlpha = 1;
    context.textAlign = "center";
    context.textBaseline = "middle";
    /** @type {(name: string, x: number, y: number) => void} */
    const write = (name, x, y) => {
      const stands = chosen.includes(name);
      context.font = `${stands ? 700 : 500} 12px system-ui, sans-serif`;
      context.fillStyle = style.getPropertyValue(stands ? "--place-text" : "--table-text");
      context.fillText(name, x, y);
    };
    for (const [name, x] of this.columns) write(name, x, TOP / 2 + 1);
    for (const [name, y] of this.rows) write(name, LEFT / 2, y);
    context.restore();
  }

  /** @param {Camera} camera */
  measure(camera) {
    const step = STEPS.find((one) => one * camera.zoom >= APART) ?? STEPS[STEPS.length - 1];
    const [left, top] = camera.toBoard(LEFT, TOP);
    const [right, bottom] = camera.toBoard(camera.width, camera.height);
    this.columns = names(left, right, step, columnName, (x) => camera.toScreen(x + 0.5, 0)[0]);
    this.rows = names(top, bottom, step, rowName, (y) => camera.toScreen(0, y + 0.5)[1]);
  }
}

/**
 * Every `step`-th name whose middle is in view.
 * @param {number} from
 * @param {number} to
 * @param {number} step
 * @param {(index: number) => string} name
 * @param {(index: number) => number} at
 */
function names(from, to, step, name, at) {
  /** @type {Mark[]} */
  const found = [];
  for (let index = Math.ceil((from - 0.5) / step) * step; index + 0.5 < to; index += step) {
    found.push([name(index), at(index)]);
  }
  return found;
}
