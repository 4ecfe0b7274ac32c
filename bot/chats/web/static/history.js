// The turns of a game: a list to jump in, a slider, and a replay by steps.

/** @import { PastView, Step, Story } from "./frames.d.ts" */
/** @import { StorySource } from "./hosts.d.ts" */
import { $, make, makeButton, writeRuns } from "./elements.js";
import { word } from "./words.js";

const STEP = 900; // milliseconds of a turn in the replay

export class History {
  /** @type {Story | null} */
  story = null;
  at = 0;
  timer = 0;
  /** @type {Map<number, Promise<PastView | null>>} */
  boards = new Map(); // by ply; some still to come

  /**
   * @param {StorySource} source
   * @param {(board: PastView | null) => void} show called with null for the present
   */
  constructor(source, show) {
    this.source = source;
    this.show = show;
    this.turns = $("turns");
    this.slider = $("slider", HTMLInputElement);
    this.playing = $("play");
    this.controls();
  }

  controls() {
    /** @type {Record<string, () => number>} */
    const ways = {
      first: () => 0,
      back: () => this.at - 1,
      forward: () => this.at + 1,
      last: () => this.end,
    };
    for (const [id, where] of Object.entries(ways)) {
      $(id).addEventListener("click", () => this.jump(where()));
    }
    this.playing.addEventListener("click", () => this.toggle());
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
  }

  get end() {
    return this.story ? this.story.steps.length - 1 : 0;
  }

  async load(game = "") {
    const { story, source } = this;
    const known = story && (!game || game === story.game) ? `?known=${encodeURIComponent(story.known)}` : "";
    const answer = await fetch(`${source.address}${game ? `/${game}` : ""}${known}`, source.request());
    if (answer.status === 200) this.onStory(await answer.json());
    return answer.status;
  }

  /** The same where a lost connection is told elsewhere. */
  refresh() {
    this.load().catch(() => {});
  }

  /** @param {Story} story */
  onStory(story) {
    const follow = !this.story || this.at === this.end;
    if (this.story?.game !== story.game) this.boards.clear();
    this.story = story;
    this.slider.max = String(this.end);
    this.turns.replaceChildren(...story.steps.map((step, number) => this.line(step, number)));
    this.go(follow ? this.end : Math.min(this.at, this.end), { quiet: follow });
  }

  /**
   * @param {Step} step
   * @param {number} number
   */
  line(step, number) {
    const button = makeButton("", "", () => this.jump(number));
    button.append(make("small", "", String(number)));
    step.lines.forEach((runs, index) => {
      if (index) button.append("\n");
      writeRuns(button, runs);
    });
    if (!step.lines.length) button.append(word("watch.start"));
    const item = make("li");
    item.append(button);
    return item;
  }

  /**
   * What the reader wants to see, instead of a replay.
   * @param {number} number
   */
  jump(number) {
    this.stop();
    this.go(number);
  }

  /** @param {number} number */
  async go(number, { quiet = false } = {}) {
    if (!this.story) return;
    const { steps } = this.story;
    const at = this.at = Math.max(0, Math.min(number, this.end));
    this.tell();
    this.mark();
    if (quiet) return;
    if (at === this.end && this.source.live) return this.show(null);
    const board = await this.board(steps[at].ply);
    if (this.at !== at || !board) return;
    this.show(board);
    if (steps[at + 1]) this.board(steps[at + 1].ply); // the next one, probably
  }

  tell() {
    $("where").textContent = word("watch.step", { step: this.at, steps: this.end });
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", $("where").textContent ?? "");
    for (const id of ["first", "back"]) $(id, HTMLButtonElement).disabled = this.at === 0;
    for (const id of ["last", "forward"]) $(id, HTMLButtonElement).disabled = this.at === this.end;
  }

  mark() {
    this.turns.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.turns.children[this.at]?.firstElementChild;
    button?.setAttribute("aria-current", "step");
    const list = this.turns.parentElement;
    if (!(button instanceof HTMLElement) || !list || list.scrollHeight <= list.clientHeight) return;
    list.scrollTop = button.offsetTop - list.offsetTop - 80;
  }

  /** @param {number} ply */
  board(ply) {
    const known = this.boards.get(ply);
    if (known) return known;
    const coming = this.fetch(ply).catch(() => null);
    this.boards.set(ply, coming);
    coming.then((found) => found ?? this.boards.delete(ply));
    return coming;
  }

  /**
   * @param {number} ply
   * @returns {Promise<PastView | null>}
   */
  async fetch(ply) {
    const answer = await fetch(
      `${this.source.address}/${this.story?.game}/${ply}.json`,
      this.source.request(),
    );
    return answer.ok ? await answer.json() : null;
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.playing.textContent = word("watch.play");
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.at === this.end) this.go(0);
    this.playing.textContent = word("watch.stop");
    this.timer = setInterval(() => {
      if (this.at === this.end) this.stop();
      else this.go(this.at + 1);
    }, STEP);
  }
}
