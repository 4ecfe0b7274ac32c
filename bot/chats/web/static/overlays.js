// Looking closer: a feature under the finger or the mouse, fields, dead cells, the bag, projected scores.

/** @import { Aids, AidsFrame, BoardView, Feature, LookFrame, Point } from "./frames.d.ts" */
/** @import { Board, Context } from "./board.js" */
/** @import { Table } from "./table.js" */
import { square } from "./camera.js";
import { $, make } from "./elements.js";
import { segmentsAt } from "./outlines.js";
import { word } from "./words.js";

const HOVER = 140; // milliseconds
const NAMES = /** @type {const} */ (["fields", "dead", "bag", "projected"]);
const LIT = "#f7c948";
const SHARED = "#8a8a8a";

/** @typedef {typeof NAMES[number]} Name */

export class Overlays {
  /** @type {Feature | null} */
  feature = null; // the one that is lit
  /** @type {Map<string, Feature>} */
  kept = new Map(); // what was asked at this version
  /** @type {Aids | null} */
  aids = null;
  /** @type {Set<Name>} */
  on = new Set();
  /** @type {Point} */
  at = [0, 0];
  asked = ""; // what is looked at, as a text
  held = false; // by a finger
  waiting = 0;

  /**
   * @param {Table} table
   * @param {Board} board
   */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.tip = $("tip");
    this.menu = $("looks", HTMLDetailsElement);
    board.layers.unshift((context) => this.draw(context));
    board.camera.longs.push((at) => this.lookAt(at));
    board.camera.taps.push(() => this.clear());
    board.host.addEventListener("pointermove", (event) => this.hover(event));
    board.host.addEventListener("pointerleave", () => {
      if (!this.held) this.clear();
    });
    this.controls();
  }

  controls() {
    for (const name of NAMES) {
      const box = $(`look-${name}`, HTMLInputElement);
      box.addEventListener("change", () => this.toggle(name, box.checked));
    }
    document.addEventListener("pointerdown", (event) => {
      if (!(/** @type {Element} */ (event.target)).closest("#looks")) this.shut();
    });
    this.menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.menu.open) return;
      event.stopPropagation();
      this.shut();
      this.menu.querySelector("summary")?.focus();
    });
    $("bag-away").addEventListener("click", () => {
      $("look-bag", HTMLInputElement).checked = false;
      this.toggle("bag", false);
      this.menu.querySelector("summary")?.focus();
    });
  }

  /**
   * @param {BoardView} data
   * @param {BoardView | null} before
   */
  onBoard(data, before) {
    if (before && before.version === data.version && before.game === data.game) return;
    this.kept.clear();
    this.clear();
    this.aids = null;
    if (this.on.size && data.aids && !data.over) this.table.host.ask({ do: "aids" });
    this.menu.hidden = !data.aids || data.over;
  }

  shut() {
    this.menu.open = false;
  }

  /**
   * @param {Name} name
   * @param {boolean} on
   */
  toggle(name, on) {
    if (on) this.on.add(name);
    else this.on.delete(name);
    if (on && !this.aids) this.table.host.ask({ do: "aids" });
    this.show();
  }

  /** @param {AidsFrame} frame */
  onAids({ aids }) {
    this.aids = aids;
    this.show();
  }

  show() {
    this.table.project(this.on.has("projected") ? this.aids?.projected ?? null : null);
    $("bag").hidden = !this.on.has("bag");
    const unseen = this.on.has("bag") ? this.aids?.bag ?? [] : [];
    $("bag").querySelector("ul")?.replaceChildren(...unseen.map((one) => this.counted(...one)));
    this.board.redraw();
  }

  /**
   * @param {string} tile
   * @param {number} count
   */
  counted(tile, count) {
    const { art } = this.board;
    const item = make("li");
    item.append(art.element(art.tileSprite(tile, 0), 52), make("b", "", `×${count}`));
    return item;
  }

  // -- one feature -----------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  hover(event) {
    const onButton = /** @type {Element} */ (event.target).closest("button");
    if (event.pointerType !== "mouse" || event.buttons || onButton) return;
    clearTimeout(this.waiting);
    const at = this.board.camera.toBoard(...this.board.camera.local(event));
    this.waiting = setTimeout(() => this.lookAt(at, true), HOVER);
  }

  /** @param {Point} at */
  lookAt(at, hovering = false) {
    this.held = !hovering;
    const { data, past } = this.table;
    const [x, y] = at.map(Math.floor);
    const laid = this.board.tileAt(x, y);
    if (!laid || !data?.aids || data.over || past) return this.clear();
    const { art, context } = this.board;
    const segments = segmentsAt(context, art.tiles[laid[2]], laid[3], at[0] - x, at[1] - y);
    if (!segments.length) return this.clear();
    const key = JSON.stringify([x, y, segments]);
    if (key === this.asked && this.feature) return;
    this.asked = key;
    this.at = at;
    const known = this.kept.get(key);
    if (known) this.light(known);
    else this.table.host.ask({ do: "look", cell: [x, y], segments });
  }

  /** @param {LookFrame} frame */
  onLook({ cell, segments, feature }) {
    const key = JSON.stringify([...cell, segments]);
    this.kept.set(key, feature);
    if (key === this.asked) this.light(feature);
  }

  /** @param {Feature} feature */
  light(feature) {
    this.feature = feature;
    const players = this.table.data?.players ?? [];
    const names = feature.owners.map((seat) => players[seat]?.name).join(", ") || word("web.look.free");
    const kind = make("b", "", word(`kind.${feature.kind}`));
    this.tip.replaceChildren(kind, ` · ${names}`, make("br"), worthOf(feature));
    this.tip.hidden = false;
    const [left, top] = this.board.camera.toScreen(...this.at);
    const right = Math.max(8, Math.min(left + 14, this.board.camera.width - 230));
    this.tip.style.transform = `translate(${right}px, ${Math.max(8, top - 70)}px)`;
    this.board.redraw();
  }

  clear() {
    clearTimeout(this.waiting);
    this.asked = "";
    if (!this.feature) return;
    this.feature = null;
    this.tip.hidden = true;
    this.board.redraw();
  }

  // -- on the canvas ---------------------------------------------------------------------------------

  /** @param {Context} context */
  draw(context) {
    const { board, feature, table } = this;
    const last = (table.past ?? table.data)?.last;
    if (last && !board.ghost) board.bracket(context, last);
    if (table.past) return;
    if (this.on.has("dead")) { for (const [x, y] of this.aids?.dead ?? []) this.cross(context, x, y); }
    if (this.on.has("fields")) { for (const field of this.aids?.fields ?? []) this.field(context, field); }
    if (!feature) return;
    const colour = this.ownerColour(feature, LIT);
    for (const part of feature.parts) {
      board.segment(context, ...part, { fill: `${colour}70`, stroke: "#ffffff", width: 2.5 });
    }
  }

  /**
   * The colour of the only owner.
   * @param {Feature} feature
   * @param {string} otherwise
   */
  ownerColour({ owners }, otherwise) {
    return owners.length === 1 ? this.table.data?.art.colours[owners[0]] ?? otherwise : otherwise;
  }

  /**
   * @param {Context} context
   * @param {Feature} field
   */
  field(context, field) {
    const colour = this.ownerColour(field, SHARED);
    for (const part of field.parts) {
      this.board.segment(context, ...part, { fill: `${colour}59`, stroke: colour, width: 1.5 });
    }
    const [x, y] = field.parts[Math.floor(field.parts.length / 2)];
    const [left, top] = this.board.camera.toScreen(x + 0.5, y + 0.5);
    this.board.tag(context, String(field.now), left, top, field.owners.length === 1 ? field.owners[0] : null);
  }

  /**
   * @param {Context} context
   * @param {number} x
   * @param {number} y
   */
  cross(context, x, y) {
    const [left, top, size] = square(this.board.camera, x, y);
    const [near, far] = [size * 0.3, size * 0.7];
    context.save();
    context.strokeStyle = "rgb(110 90 70 / 75%)";
    context.lineWidth = 3;
    context.beginPath();
    context.moveTo(left + near, top + near);
    context.lineTo(left + far, top + far);
    context.moveTo(left + far, top + near);
    context.lineTo(left + near, top + far);
    context.stroke();
    context.restore();
  }
}

/** @param {Feature} feature */
function worthOf({ kind, complete, completed, now }) {
  if (complete) return word("web.look.complete", { points: completed });
  if (kind === "field" || kind === "meadow") return word("web.look.land", { points: now });
  return word("web.look.worth", { points: now, completed });
}
