// Playing: the question to the viewer, on the board, in the panel and by keyboard.

/** @import { BoardView, Cell, Option, WaysFrame } from "./frames.d.ts" */
/** @import { Board } from "./board.js" */
/** @import { Table } from "./table.js" */
import { Decision } from "./decision.js";
import { PlayKeys } from "./play_keys.js";
import { Panel } from "./panel.js";
import { Targets } from "./targets.js";

const CLOSE = 104; // pixels of a cell whose claims can be told apart
const PAUSE = 60; // milliseconds: who looks at several cells asks for the last one
const SLOWED = 500; // milliseconds, after too many requests

export class Play {
  decision = new Decision(null);
  askedKey = ""; // the question as a text, to see that it is another one
  asking = 0;

  /**
   * @param {Table} table
   * @param {Board} board
   * @param {HTMLElement} panel
   */
  constructor(table, board, panel) {
    this.table = table;
    this.board = board;
    this.panel = new Panel(this, board.art, panel);
    this.targets = new Targets(this, board);
    this.keys = new PlayKeys(this);
    board.layers.push((context) => {
      if (!table.past) this.targets.outline(context);
    });
  }

  get data() {
    return this.table.data;
  }

  /** @param {BoardView} data */
  onBoard({ asked }) {
    const key = JSON.stringify(asked);
    if (key !== this.askedKey) {
      this.askedKey = key;
      this.decision = new Decision(asked);
      this.table.attend();
    }
    this.render();
  }

  hide() {
    this.board.ghost = null;
    this.board.elements.clear();
    this.panel.clear();
  }

  // -- the ways on a cell ----------------------------------------------------------------------------

  /** @param {number} pause */
  askWays(pause) {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => {
      const { cell, ways } = this.decision;
      if (!cell || ways) return;
      this.table.host.ask({ do: "ways", cell }, (how) => {
        if (how === "slow") this.askWays(SLOWED);
      });
    }, pause);
  }

  /** The whole board has come again: an answer may have been lost. */
  askAgain() {
    if (this.decision.cell && !this.decision.ways) this.askWays(0);
  }

  /** @param {WaysFrame} frame */
  onWays({ cell, ways }) {
    this.decision.learn(cell, ways);
    if (!this.decision.isAt(cell)) return;
    if (ways.length) this.reveal();
    else this.table.host.ask({ do: "board" }); // the question is gone
    this.render();
  }

  reveal() {
    const { cell, ways } = this.decision;
    if (cell && ways) this.table.reveal(cell, ways.some((way) => way.follow) ? CLOSE : 0);
  }

  // -- what is chosen --------------------------------------------------------------------------------

  /** @param {Cell} cell */
  choose(cell) {
    this.decision.choose(cell);
    if (this.decision.ways) this.reveal();
    else this.askWays(PAUSE);
    this.render();
  }

  rotate(by = 1) {
    if (this.decision.rotate(by)) this.render();
  }

  /** @param {number} variant */
  vary(variant) {
    this.decision.vary(variant);
    this.render();
  }

  /** @param {Option} option */
  pick(option) {
    this.decision.pick(option);
    this.render();
  }

  /** @param {string} mode */
  setMode(mode) {
    this.decision.setMode(mode);
    this.render();
  }

  nextMode() {
    this.decision.nextMode();
    this.render();
  }

  cancel() {
    this.decision.cancel();
    this.render();
  }

  /** @param {HTMLButtonElement | null} button */
  confirm(button = null) {
    if (this.decision.token) this.send(this.decision.token, button);
  }

  /**
   * @param {string} token
   * @param {HTMLButtonElement | null} button
   */
  send(token, button = null, text = "") {
    this.table.host.press(token, text, button);
  }

  // -- on the screen ---------------------------------------------------------------------------------

  render() {
    const { board, decision } = this;
    this.hide();
    if (decision.asked) {
      if (!decision.asked.cells) decision.firstMode();
      this.targets.show();
      this.panel.show(decision.asked);
      this.table.describe(this.panel.described());
    }
    board.elements.place(); // at once: a finger that comes before the next frame must find them
    board.redraw();
  }
}
