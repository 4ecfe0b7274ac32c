// What the viewer has chosen so far of an open question: a cell, a rotation, a figure, an option on the board.

/** @import { Cell, Option, Question, Way } from "./frames.d.ts" */
import { modeOf } from "./options.js";

export class Decision {
  /** @type {Cell | null} */
  cell = null; // where the tile lies
  /** @type {Map<string, Way[]>} */
  known = new Map(); // by cell
  rotation = 0;
  variant = 0;
  mode = ""; // a kind of figure or deed
  /** @type {Option | null} */
  choice = null; // an option on the board

  /** @param {Question | null} asked */
  constructor(asked) {
    this.asked = asked;
  }

  /** The ways to lay the tile on the chosen cell; null while they are not known. */
  get ways() {
    return this.cell ? this.known.get(String(this.cell)) ?? null : null;
  }

  get rotations() {
    return [...new Set((this.ways ?? []).map((way) => way.rotation))];
  }

  get variants() {
    return (this.ways ?? []).filter((way) => way.rotation === this.rotation);
  }

  get way() {
    return this.variants[this.variant] ?? null;
  }

  /** Every option that can be chosen now: those after the placement, or those of the question. */
  get options() {
    if (this.asked?.cells) return this.way?.follow ?? [];
    return this.asked?.options ?? [];
  }

  get onBoard() {
    return this.options.filter((option) => option.at && option.verb !== "pass");
  }

  get modes() {
    return [...new Set(this.onBoard.map(modeOf))];
  }

  get spots() {
    return this.onBoard.filter((option) => modeOf(option) === this.mode);
  }

  /** The option to claim nothing. */
  get nobody() {
    return this.way?.follow?.find((option) => option.verb === "pass");
  }

  /** What would be played now; empty while something must still be chosen. */
  get token() {
    if (this.choice && (this.way || !this.asked?.cells)) return this.choice.token;
    if (!this.way) return "";
    return this.nobody?.token ?? (this.way.follow ? "" : this.way.token);
  }

  // -- choosing --------------------------------------------------------------------------------------

  /** @param {Cell} cell */
  choose(cell) {
    this.cell = cell;
    this.choice = null;
    this.firstWay();
  }

  /**
   * The ways on a cell have become known.
   * @param {Cell} cell
   * @param {Way[]} ways
   */
  learn(cell, ways) {
    this.known.set(String(cell), ways);
    if (this.isAt(cell)) this.firstWay();
  }

  /** @param {Cell} cell */
  isAt(cell) {
    return String(cell) === String(this.cell);
  }

  firstWay() {
    if (!this.ways) return;
    this.rotation = this.rotations[0] ?? 0;
    this.variant = this.withoutBridge();
    this.settle();
  }

  /** After a change of way: a mode that exists, and the same choice if it is still there. */
  settle() {
    this.firstMode();
    this.choice = this.onBoard.find((option) => option.token === this.choice?.token) ?? null;
  }

  withoutBridge() {
    return Math.max(0, this.variants.findIndex((way) => way.verb === "place"));
  }

  firstMode() {
    if (!this.modes.includes(this.mode)) this.mode = this.modes[0] ?? "";
  }

  /** @returns {boolean} whether there is another rotation */
  rotate(by = 1) {
    const turns = this.rotations;
    if (turns.length < 2) return false;
    this.rotation = turns[(turns.indexOf(this.rotation) + by + turns.length) % turns.length];
    this.variant = this.withoutBridge();
    this.choice = null;
    this.settle();
    return true;
  }

  /**
   * Lay the tile with another bridge.
   * @param {number} variant
   */
  vary(variant) {
    this.variant = variant;
    this.choice = null;
    this.settle();
  }

  /**
   * The same option again takes it back.
   * @param {Option} option
   */
  pick(option) {
    this.choice = this.choice?.token === option.token ? null : option;
  }

  /** @param {string} mode */
  setMode(mode) {
    this.mode = mode;
    this.choice = null;
  }

  nextMode() {
    this.setMode(this.modes[(this.modes.indexOf(this.mode) + 1) % this.modes.length]);
  }

  cancel() {
    if (this.choice) this.choice = null;
    else this.cell = null;
  }
}
