// Elements that stand on the board, above its canvas, and move with it.

/** @import { Camera } from "./camera.js" */
/** @import { Circle } from "./spread.js" */
import { make } from "./elements.js";
import { spread } from "./spread.js";

const LEAST = 44; // pixels of an element
const MOST_APART = 48; // elements that are pushed apart
const OUTSIDE = 50; // pixels beside the view at which elements are still pushed

/**
 * An element whose middle is at a point of the board, in cells.
 * @typedef {Circle & {element: HTMLElement, x: number, y: number, size: number, apart: boolean,
 *   resized?: (size: number) => void}} Standing
 */

export class ElementLayer {
  /** @type {Standing[]} */
  standing = [];

  /**
   * @param {HTMLElement} host
   * @param {Camera} camera
   */
  constructor(host, camera) {
    this.camera = camera;
    this.layer = make("div", "targets");
    host.append(this.layer);
  }

  /**
   * @param {HTMLElement} element
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {boolean} apart whether it is pushed away from others
   */
  put(element, x, y, size, apart) {
    /** @type {Standing} */
    const one = { element, x, y, size, apart, left: 0, top: 0, shown: 0 };
    this.standing.push(one);
    this.layer.append(element);
    return one;
  }

  clear() {
    this.standing = [];
    this.layer.replaceChildren();
  }

  place() {
    if (this.standing.length) this.layer.style.setProperty("--cell", `${this.camera.zoom}px`);
    for (const one of this.standing) this.measure(one);
    const apart = this.standing.filter((one) => one.apart && this.isNear(one));
    if (apart.length < MOST_APART) spread(apart);
    for (const { element, left, top, shown } of this.standing) {
      element.style.transform = `translate(${left - shown / 2}px, ${top - shown / 2}px)`;
    }
  }

  /** @param {Standing} one */
  measure(one) {
    [one.left, one.top] = this.camera.toScreen(one.x, one.y);
    const size = Math.max(one.size * this.camera.zoom, LEAST);
    if (one.shown === size) return;
    one.shown = size;
    one.element.style.width = one.element.style.height = `${size}px`;
    one.resized?.(size);
  }

  /** @param {Circle} circle */
  isNear({ left, top }) {
    const { width, height } = this.camera;
    return left > -OUTSIDE && top > -OUTSIDE && left < width + OUTSIDE && top < height + OUTSIDE;
  }
}
