// A game for spectators: the board as it stands or stood, turn by turn.

/** @import { Boot, PastView } from "./frames.d.ts" */
import { Board } from "./board.js";
import { $ } from "./elements.js";
import { History } from "./history.js";
import { Players } from "./players.js";
import { zoomable } from "./table.js";
import { setWords, speak, word } from "./words.js";

const PAUSE = 4000; // milliseconds between two looks
const PAUSE_OFFLINE = 8000;

/** @param {Boot} boot */
export function mount(boot) {
  setWords(boot.words);
  new Watching(boot).start();
}

class Watching {
  /** @type {PastView | null} */
  shown = null;

  /** @param {Boot} boot */
  constructor(boot) {
    this.boot = boot;
    this.address = `/r/${encodeURIComponent(boot.room)}`;
    this.board = new Board($("board"), {
      painted: () => this.shown && this.players.show(this.shown),
      resized: () => this.fit(),
    });
    this.players = new Players($("players"), this.board.art);
    const source = { address: `${this.address}/story`, live: false, request: () => ({}) };
    this.history = new History(source, (data) => data && this.show(data));
    this.board.layers.push((context) => {
      if (this.shown?.last) this.board.bracket(context, this.shown.last);
    });
  }

  start() {
    zoomable(this.board, () => this.fit());
    document.addEventListener("keydown", (event) => this.onKey(event));
    $("room", HTMLAnchorElement).href = this.address;
    document.title = `${this.boot.room} · ${word("watch.title")}`;
    speak(this.boot.language);
    this.load();
  }

  /** @param {PastView} data */
  show(data) {
    const first = !this.shown;
    this.shown = data;
    $("none").hidden = true;
    $("table").hidden = $("moves").hidden = false;
    this.board.show(data, [], (seat) => this.players.home(seat, this.board.host));
    this.players.show(data);
    $("left").textContent = word("web.board.left", { n: data.left });
    this.board.canvas.setAttribute("aria-label", word("watch.board", { step: this.history.at }));
    document.body.dataset.ready = "yes";
    if (first) this.history.mark(); // its place in the list, which was hidden
    if (first || !this.board.camera.touched) this.fit();
  }

  fit() {
    this.board.camera.fit(this.board.box(), { above: 72, below: $("history").offsetHeight + 20 });
  }

  async load() {
    let pause = PAUSE;
    try {
      await this.look();
    } catch {
      $("status").textContent = word("web.offline");
      pause = PAUSE_OFFLINE;
    }
    if (!this.history.story?.finished) setTimeout(() => this.load(), pause);
  }

  /** Read what is new of the story. */
  async look() {
    const { history } = this;
    const before = history.story?.known;
    const status = await history.load(this.boot.game ?? history.story?.game);
    const { story } = history;
    if (status !== 200 && !story) $("none").hidden = false;
    else if (story?.known !== before && history.at === history.end) history.go(history.end);
    $("status").textContent = story ? word(story.finished ? "watch.finished" : "watch.running") : "";
  }

  /** @param {KeyboardEvent} event */
  onKey({ key }) {
    if (!this.history.story || document.activeElement === $("slider")) return;
    if (key === "ArrowLeft") this.history.jump(this.history.at - 1);
    if (key === "ArrowRight") this.history.jump(this.history.at + 1);
  }
}
