// The turns of a game: a list to jump in, a slider, and a replay by steps.

import { $, make, word, writeRuns } from "./words.js";

const STEP = 900; // milliseconds of a turn in the replay

export class History {
  constructor(base, show) {
    this.base = base; // where the story is
    this.show = show; // called with a board, or null for the present
    this.story = null;
    this.at = 0;
    this.timer = 0;
    this.asking = {}; // what requests carry
    this.boards = new Map(); // ply -> a board of the past, soon to come
    for (
      const [id, where] of [["first", () => 0], ["back", () => this.at - 1], ["forward", () => this.at + 1], [
        "last",
        () => this.end,
      ]]
    ) {
      $(id).addEventListener("click", () => {
        this.stop();
        this.go(where());
      });
    }
    $("play").addEventListener("click", () => this.toggle());
    $("slider").addEventListener("input", () => {
      this.stop();
      this.go(Number($("slider").value));
    });
  }

  get end() {
    return this.story ? this.story.steps.length - 1 : 0;
  }

  async load(game = "") {
    const known = this.story && (!game || game === this.story.game)
      ? `?known=${encodeURIComponent(this.story.known)}`
      : "";
    const answer = await fetch(`${this.base}${game ? `/${game}` : ""}${known}`, this.asking);
    if (answer.status === 200) this.take(await answer.json());
    return answer.status;
  }

  // The same where a lost connection is told elsewhere.
  refresh() {
    this.load().catch(() => {});
  }

  take(story) {
    const follow = !this.story || this.at === this.end;
    if (this.story?.game !== story.game) this.boards.clear();
    this.story = story;
    $("slider").max = this.end;
    const turns = $("turns");
    turns.replaceChildren();
    story.steps.forEach((step, number) => turns.append(this.line(step, number)));
    this.go(follow ? this.end : Math.min(this.at, this.end), { quiet: follow });
  }

  line(step, number) {
    const button = make("button");
    button.type = "button";
    button.append(make("small", "", String(number)));
    step.lines.forEach((runs, index) => {
      if (index) button.append("\n");
      writeRuns(button, runs);
    });
    if (!step.lines.length) button.append(word("watch.start"));
    button.addEventListener("click", () => {
      this.stop();
      this.go(number);
    });
    const item = make("li");
    item.append(button);
    return item;
  }

  async go(number, { quiet = false } = {}) {
    if (!this.story) return;
    this.at = Math.max(0, Math.min(number, this.end));
    const step = this.story.steps[this.at];
    $("where").textContent = word("watch.step", { step: this.at, steps: this.end });
    $("slider").value = this.at;
    $("slider").setAttribute("aria-valuetext", $("where").textContent);
    $("first").disabled = $("back").disabled = this.at === 0;
    $("last").disabled = $("forward").disabled = this.at === this.end;
    this.mark();
    if (quiet) return;
    if (this.at === this.end && this.live) return this.show(null, step);
    const wanted = this.at;
    const board = await this.board(step.ply);
    if (this.at !== wanted || !board) return;
    this.show(board, step);
    const next = this.story.steps[this.at + 1];
    if (next) this.board(next.ply);
  }

  mark() {
    const turns = $("turns");
    turns.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = turns.children[this.at]?.firstElementChild;
    button?.setAttribute("aria-current", "step");
    const list = turns.parentElement;
    if (button && list.scrollHeight > list.clientHeight) {
      list.scrollTop = button.offsetTop - list.offsetTop - 80;
    }
  }

  board(ply) {
    if (!this.boards.has(ply)) {
      const coming = fetch(`${this.base}/${this.story.game}/${ply}.json`, this.asking).then((
        answer,
      ) => (answer.ok ? answer.json() : null)).catch(() => null);
      this.boards.set(ply, coming);
      coming.then((found) => {
        if (!found) this.boards.delete(ply);
      });
    }
    return this.boards.get(ply);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    $("play").textContent = word("watch.play");
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.at === this.end) this.go(0);
    $("play").textContent = word("watch.stop");
    this.timer = setInterval(() => {
      if (this.at === this.end) this.stop();
      else this.go(this.at + 1);
    }, STEP);
  }
}
