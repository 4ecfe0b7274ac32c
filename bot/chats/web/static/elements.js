// Elements of the page: found by id, and made from data. Data never becomes markup.

/** @import { Run } from "./frames.d.ts" */

/**
 * The element of an id; a page without it is broken.
 * @template {Element} [Kind=HTMLElement]
 * @param {string} id
 * @param {new () => Kind} [kind]
 * @returns {Kind}
 */
export function $(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`no #${id}`);
  return /** @type {any} */ (found);
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 */
export function make(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/**
 * A button that does something, and sends no form.
 * @param {string} className
 * @param {string} text
 * @param {(event: MouseEvent, button: HTMLButtonElement) => void} act
 */
export function makeButton(className, text, act) {
  const button = make("button", className, text);
  button.type = "button";
  button.addEventListener("click", (event) => act(event, button));
  return button;
}

/**
 * What a reader hears or sees in a hint: the same words.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function name(element, text) {
  element.setAttribute("aria-label", text);
  element.title = text;
}

/** Whether the reader is writing somewhere: keys mean letters then. */
export function typing() {
  return /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
}

const LOOKS = /** @type {const} */ ([["b", "b"], ["i", "i"], ["c", "code"]]);

/**
 * @param {HTMLElement} target
 * @param {Run[]} runs
 */
export function writeRuns(target, runs, me = "") {
  for (const run of runs) {
    /** @type {Node} */
    let node = document.createTextNode(run.t);
    for (const [look, tag] of LOOKS) if (run[look]) node = around(make(tag), node);
    if (run.u !== undefined) node = around(make("mark", run.u === me ? "mention me" : "mention"), node);
    target.append(node);
  }
}

/**
 * @param {HTMLElement} outer
 * @param {Node} inner
 */
function around(outer, inner) {
  outer.append(inner);
  return outer;
}
