// Where the board is looked at: pan by dragging, zoom by pinching or with the wheel.

/** @import { Point } from "./frames.d.ts" */

const LEAST = 14;
const MOST = 260; // pixels of a cell
const STILL = 8; // pixels that a finger may move in a tap
const LONG = 450; // milliseconds of a long press
const MOVING = 160; // milliseconds after a change in which another is likely
const BUTTONS = "button, a, input, label";

/** @typedef {[left: number, top: number, right: number, bottom: number]} Box in cells */
/** @typedef {{above?: number, below?: number, aside?: number}} Margins pixels that panels cover */
/** @typedef {(at: Point, event: PointerEvent) => void} Tapped */

/**
 * What drawing needs of a camera.
 * @typedef {object} View
 * @property {number} zoom pixels of a cell
 * @property {number} width
 * @property {number} height
 * @property {(x: number, y: number) => [left: number, top: number]} toScreen
 */

/** @implements {View} */
export class Camera {
  zoom = 80;
  x = 0.5; // the middle of the view, in cells
  y = 0.5;
  touched = false; // moved by the viewer
  moving = 0; // until when the view is in motion
  /** @type {Map<number, [left: number, top: number]>} */
  pointers = new Map();
  /** @type {Tapped[]} */
  taps = [];
  /** @type {Tapped[]} */
  longs = []; // long presses
  dragged = false;
  held = false;
  /** @type {[left: number, top: number]} */
  from = [0, 0];
  began = 0;
  long = 0;

  /**
   * @param {HTMLElement} host
   * @param {() => void} moved
   */
  constructor(host, moved) {
    this.host = host;
    this.moved = moved;
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointerup", (event) => this.up(event));
    host.addEventListener("pointercancel", (event) => this.up(event));
    host.addEventListener("click", (event) => this.click(event), true);
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  get width() {
    return this.host.clientWidth;
  }

  get height() {
    return this.host.clientHeight;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {[left: number, top: number]}
   */
  toScreen(x, y) {
    return [(x - this.x) * this.zoom + this.width / 2, (y - this.y) * this.zoom + this.height / 2];
  }

  /**
   * @param {number} left
   * @param {number} top
   * @returns {Point}
   */
  toBoard(left, top) {
    return [(left - this.width / 2) / this.zoom + this.x, (top - this.height / 2) / this.zoom + this.y];
  }

  /**
   * @param {MouseEvent} event
   * @returns {[left: number, top: number]}
   */
  local(event) {
    const box = this.host.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  // -- fingers and wheel -----------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0) return;
    this.pointers.set(event.pointerId, this.local(event));
    if (this.pointers.size > 1) return;
    this.dragged = this.held = false;
    this.from = this.local(event);
    this.began = event.timeStamp;
    clearTimeout(this.long);
    this.long = setTimeout(() => this.hold(event), LONG);
  }

  /** @param {PointerEvent} event */
  hold(event) {
    if (this.pointers.size !== 1 || this.dragged) return;
    this.dragged = this.held = true; // it is no tap any more
    for (const listener of this.longs) listener(this.toBoard(...this.from), event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const old = this.pointers.get(event.pointerId);
    if (!old) return;
    const at = this.local(event);
    const one = this.pointers.size === 1;
    if (one && !this.dragged && Math.hypot(at[0] - this.from[0], at[1] - this.from[1]) < STILL) return;
    if (!this.dragged) {
      this.dragged = true;
      clearTimeout(this.long);
      this.host.setPointerCapture(event.pointerId);
    }
    if (this.pointers.size === 2) this.pinch(event.pointerId, old, at);
    const share = 1 / this.pointers.size;
    this.x -= ((at[0] - old[0]) / this.zoom) * share;
    this.y -= ((at[1] - old[1]) / this.zoom) * share;
    this.pointers.set(event.pointerId, at);
    this.change();
  }

  /**
   * @param {number} finger
   * @param {[number, number]} old
   * @param {[number, number]} at
   */
  pinch(finger, old, at) {
    const other = [...this.pointers].find(([id]) => id !== finger)?.[1] ?? old;
    const before = Math.hypot(old[0] - other[0], old[1] - other[1]);
    const now = Math.hypot(at[0] - other[0], at[1] - other[1]);
    if (before > 0) this.zoomAt(now / before, (at[0] + other[0]) / 2, (at[1] + other[1]) / 2);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    clearTimeout(this.long);
    const quick = event.timeStamp - this.began < LONG;
    if (this.held && quick) this.dragged = false; // a tap, of which a busy page heard late
    const tap = !this.dragged && event.type === "pointerup";
    if (!tap || /** @type {Element} */ (event.target).closest(BUTTONS)) return;
    for (const listener of this.taps) listener(this.toBoard(...this.local(event)), event);
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!this.dragged) return;
    event.stopPropagation();
    event.preventDefault();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const by = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : event.deltaMode ? 0.05 : 0.0015));
    this.zoomAt(by, ...this.local(event));
  }

  // -- the view --------------------------------------------------------------------------------------

  /**
   * @param {number} factor
   * @param {number} left
   * @param {number} top
   */
  zoomAt(factor, left, top) {
    const [x, y] = this.toBoard(left, top);
    this.zoom = Math.max(LEAST, Math.min(MOST, this.zoom * factor));
    this.x = x - (left - this.width / 2) / this.zoom;
    this.y = y - (top - this.height / 2) / this.zoom;
    this.change();
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.zoomAt(factor, this.width / 2, this.height / 2);
  }

  change() {
    this.touched = true;
    this.moving = performance.now() + MOVING;
    this.moved();
  }

  /**
   * Show all of a box of cells, with room at the edges that panels cover.
   * @param {Box} box
   * @param {Margins & {most?: number}} margins
   */
  fit([left, top, right, bottom], { above = 12, below = 12, aside = 12, most = 130 } = {}) {
    const room = [Math.max(60, this.width - 12 - aside), Math.max(60, this.height - above - below)];
    this.zoom = Math.max(LEAST, Math.min(most, room[0] / (right - left), room[1] / (bottom - top)));
    this.x = (left + right) / 2 + (aside - 12) / 2 / this.zoom;
    this.y = (top + bottom) / 2 - (above - below) / 2 / this.zoom;
    this.touched = false;
    this.moved();
  }

  /**
   * Bring a cell into view, no farther than needed, and at least so large.
   * @param {number} x
   * @param {number} y
   * @param {Margins & {least?: number}} margins
   */
  reveal(x, y, { above = 12, below = 12, aside = 12, least = 0 } = {}) {
    if (this.zoom < least) {
      const touched = this.touched;
      this.zoomAt(least / this.zoom, ...this.toScreen(x + 0.5, y + 0.5));
      this.touched = touched;
    }
    const [left, top] = this.toScreen(x, y);
    const size = this.zoom;
    const edge = size * 0.3;
    const dx = left < edge ? left - edge : Math.max(0, left + size + edge + aside - this.width);
    const dy = top < above + edge ? top - above - edge : Math.max(0, top + size + edge + below - this.height);
    this.x += dx / this.zoom;
    this.y += dy / this.zoom;
    if (dx || dy) this.moved();
  }
}

/**
 * The square of a cell on the screen: whole pixels, so that no line shows between two tiles.
 * @param {View} view
 * @param {number} x
 * @param {number} y
 * @returns {[left: number, top: number, width: number, height: number]}
 */
export function square(view, x, y) {
  const [left, top] = view.toScreen(x, y).map(Math.round);
  const [right, bottom] = view.toScreen(x + 1, y + 1).map(Math.round);
  return [left, top, right - left, bottom - top];
}

/**
 * Whether anything of a cell is in view.
 * @param {View} view
 * @param {number} x
 * @param {number} y
 */
export function inView(view, x, y) {
  const [left, top] = view.toScreen(x, y);
  return left > -view.zoom && top > -view.zoom && left < view.width && top < view.height;
}
