// The table of a page: its board, its players, what is asked, and its past.

/** @import { BoardFrame, BoardView, Cell, Happened, PastView, PatchFrame, TableFrame } from "./frames.d.ts" */
/** @import { Host, Receivers } from "./hosts.d.ts" */
/** @import { TapGuard } from "./tap_guard.js" */
import { Board } from "./board.js";
import { $, typing } from "./elements.js";
import { History } from "./history.js";
import { Overlays } from "./overlays.js";
import { Play } from "./play.js";
import { Players } from "./players.js";
import { phone } from "./preferences.js";
import { Toasts } from "./toasts.js";
import { word } from "./words.js";

const TABS = /** @type {const} */ (["chat", "moves"]);

export class Table {
  /** @type {BoardView | null} */
  data = null;
  /** @type {PastView | null} */
  past = null; // that is shown instead
  step = 0; // the number of the last frame: a patch must be the next one

  /**
   * @param {Host} host
   * @param {TapGuard} taps
   */
  constructor(host, taps) {
    this.host = host;
    this.board = new Board($("board"), {
      painted: () => taps.afterTap(() => this.render()),
      resized: () => this.fit(),
    });
    this.players = new Players($("players"), this.board.art);
    this.play = new Play(this, this.board, $("panel"));
    this.overlays = new Overlays(this, this.board);
    this.history = new History(host.story, (board) => this.showPast(board));
    this.toasts = new Toasts(host, () => this.news());
    this.controls();
  }

  controls() {
    zoomable(this.board, () => this.fit());
    $("undo").addEventListener("click", () => this.data?.undo && this.host.press(this.data.undo));
    $("now").addEventListener("click", () => this.history.jump(this.history.end));
    $("open-chat").addEventListener("click", () => this.showSide(!this.sideIsOpen()));
    for (const name of TABS) $(`tab-${name}`).addEventListener("click", () => this.tab(name));
    phone().addEventListener("change", ({ matches }) => this.showSide(matches && !this.running()));
    document.addEventListener("keydown", ({ key }) => {
      if (typing() || !this.data) return;
      if (key === "+" || key === "=") this.board.camera.zoomBy(1.25);
      if (key === "-") this.board.camera.zoomBy(0.8);
    });
    document.addEventListener("keydown", ({ key }) => key === "?" && !typing() && this.showKeys());
    $("open-keys").addEventListener("click", () => this.showKeys());
  }

  showKeys() {
    if (!document.querySelector("dialog[open]")) $("keys", HTMLDialogElement).showModal();
  }

  running() {
    return this.data !== null && !this.data.over;
  }

  /** The open question, as presses name it. */
  asked() {
    return this.data?.asked ? `${this.data.game}:${this.data.asked.stamp}:` : "";
  }

  // -- data ------------------------------------------------------------------------------------------

  /**
   * What a connection tells the table.
   * @returns {Receivers<TableFrame>}
   */
  receivers() {
    return {
      board: (frame) => this.onBoard(frame),
      patch: (frame) => this.onPatch(frame),
      ways: (frame) => this.play.onWays(frame),
      look: (frame) => this.overlays.onLook(frame),
      aids: (frame) => this.overlays.onAids(frame),
    };
  }

  /** @param {BoardFrame} frame */
  onBoard({ board, step }) {
    const fresh = this.data?.game !== board.game;
    const before = this.asked();
    this.step = step;
    this.adopt(board, []);
    if (fresh) this.begin();
    else if (this.asked() !== before || !this.board.camera.touched) this.fit(); // what is new may be elsewhere
    this.play.askAgain();
  }

  /** Another game than before. */
  begin() {
    this.history.story = null;
    this.leavePast();
    this.fit();
    this.showSide(!this.running() && phone().matches);
    this.refresh();
    if (this.running() && this.data?.seat !== null) this.takeKeys();
  }

  /** Keys play, unless something is being written. */
  takeKeys() {
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && activeElement.value) return;
    this.board.host.focus({ preventScroll: true });
  }

  /** @param {PatchFrame} frame */
  onPatch({ step, set, more, happened }) {
    const before = this.data;
    if (!before || step !== this.step + 1) return this.host.ask({ do: "board" });
    this.step = step;
    const next = patched(before, set, more);
    const grew = next.tiles.length !== before.tiles.length;
    const asks = next.asked && next.asked.stamp !== before.asked?.stamp; // the panel takes its room
    this.adopt(next, happened);
    if ((grew || asks) && !this.board.camera.touched && !this.past) this.fit();
    if (next.over) this.showSide(phone().matches);
    this.refresh();
  }

  /**
   * @param {BoardView} data
   * @param {Happened[]} happened
   */
  adopt(data, happened) {
    const before = this.data;
    this.data = data;
    document.body.classList.add("has-board");
    document.body.classList.toggle("game-over", data.over);
    $("table").hidden = false;
    this.host.seated(data.players.map((player) => player.name), data.art.colours);
    if (!this.past) this.board.show(data, happened, (seat) => this.players.home(seat, this.board.host));
    this.overlays.onBoard(data, before);
    this.render();
  }

  render() {
    const { data } = this;
    if (!data) return;
    const shown = this.past ?? data;
    this.players.show(shown);
    $("left").textContent = word("web.board.left", { n: shown.left });
    $("undo").hidden = !data.undo || data.over;
    if (this.past) this.play.hide();
    else this.play.onBoard(data);
    this.steps();
    this.waiting(data);
    const scores = shown.players.map((player) => `${player.name} ${player.score}`).join(", ");
    const label = word("web.board.label", { tiles: shown.tiles.length, scores });
    this.board.canvas.setAttribute("aria-label", label);
    document.body.dataset.version = String(data.version);
  }

  /** @param {BoardView} data */
  waiting(data) {
    const text = waitsFor(data);
    $("waiting").textContent = text;
    $("waiting").hidden = !text || this.past !== null;
  }

  /** Another question: keys play, unless the reader is elsewhere. */
  attend() {
    if (document.activeElement === document.body) this.board.host.focus({ preventScroll: true });
  }

  /**
   * Say what is chosen.
   * @param {string} text
   */
  describe(text) {
    if ($("said").textContent !== text) $("said").textContent = text;
  }

  /** @param {number[] | null} scores */
  project(scores) {
    this.players.projected = scores;
    const shown = this.past ?? this.data;
    if (shown) this.players.show(shown);
  }

  // -- the view --------------------------------------------------------------------------------------

  margins() {
    const below = Math.max(0, ...["panel", "history", "watching"].map((id) => $(id).offsetHeight)) + 20;
    if (!phone().matches) return { above: 30, below, aside: 60 };
    const { offsetHeight, offsetTop } = $("toasts");
    return { above: offsetHeight ? offsetTop + offsetHeight : 72, below };
  }

  fit() {
    this.board.camera.fit(this.board.box(this.past ? [] : this.data?.asked?.cells), this.margins());
  }

  /**
   * @param {Cell} cell
   * @param {number} least pixels of a cell
   */
  reveal([x, y], least) {
    this.board.camera.reveal(x, y, { ...this.margins(), least });
  }

  // -- beside the board ------------------------------------------------------------------------------

  sideIsOpen() {
    return document.body.classList.contains("chat-open");
  }

  /** @param {boolean} open */
  showSide(open) {
    const shown = open && this.data !== null;
    document.body.classList.toggle("chat-open", shown);
    $("open-chat").setAttribute("aria-expanded", String(shown));
    if (shown) $("open-chat").classList.remove("news");
    this.host.sideShown(shown);
  }

  /** Something is to be read there. */
  news() {
    $("open-chat").classList.add("news");
  }

  /** @param {typeof TABS[number]} name */
  tab(name) {
    for (const one of TABS) {
      $(`tab-${one}`).setAttribute("aria-pressed", String(one === name));
      $(one === "chat" ? "scroll" : "moves").hidden = one !== name;
    }
    if (name === "moves") this.refresh();
    else {
      this.history.stop();
      this.leavePast();
    }
    this.steps();
  }

  /** Read the turns, if they are shown. */
  refresh() {
    if (!$("moves").hidden) this.history.refresh();
  }

  /** The panel of an open question has the place where the past is stepped through. */
  steps() {
    const { data } = this;
    $("history").hidden = $("moves").hidden || Boolean(!this.past && data?.asked);
    const plays = !data || data.seat !== null || data.asked;
    $("watching").hidden = Boolean(plays || !this.running() || !$("history").hidden);
  }

  // -- the past --------------------------------------------------------------------------------------

  /** @param {PastView | null} board */
  showPast(board) {
    if (!board) return this.leavePast();
    this.past = board;
    document.body.classList.add("past");
    this.board.show(board);
    this.render();
  }

  leavePast() {
    if (!this.past || !this.data) return;
    this.past = null;
    document.body.classList.remove("past");
    this.board.show(this.data);
    this.render();
  }
}

/**
 * The buttons that zoom a board.
 * @param {Board} board
 * @param {() => void} fit
 */
export function zoomable(board, fit) {
  $("fit").addEventListener("click", fit);
  $("nearer").addEventListener("click", () => board.camera.zoomBy(1.3));
  $("farther").addEventListener("click", () => board.camera.zoomBy(1 / 1.3));
}

/**
 * A board with what has changed.
 * @param {BoardView} board
 * @param {PatchFrame["set"]} set
 * @param {PatchFrame["more"]} more
 * @returns {BoardView}
 */
export function patched(board, set, more) {
  const next = { ...board, ...set };
  /** @type {Record<string, unknown[]>} */
  const lists = {};
  for (const [name, tail] of Object.entries(more)) {
    lists[name] = [...next[/** @type {keyof PatchFrame["more"]} */ (name)], ...tail];
  }
  return { ...next, ...lists };
}

/** @param {BoardView} data */
function waitsFor({ asked, over, paused, players, seat, waits }) {
  if (over) return word("web.over");
  if (paused) return word("web.paused");
  const others = waits.filter(([one]) => one !== seat).map(([one]) => players[one].name);
  return asked || !others.length ? "" : word("web.board.waits", { player: others.join(", ") });
}
