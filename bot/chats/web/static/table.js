// The table of a room: its board, its players, what is asked, and its past.

import { $, boot, make, word } from "./words.js";
import { Board } from "./board.js";
import { afterTap } from "./hand.js";
import { History } from "./history.js";
import { Looks } from "./looks.js";
import { awaited } from "./net.js";
import { Play } from "./play.js";
import { Players } from "./players.js";
import { linkOf, onHeard, onPassed, toEnd } from "./chat.js";
import { person, setSeats } from "./people.js";

const SHORT = 200; // letters of a question that may cover the board
const PHONE = matchMedia("(max-width: 860px)");

class Table {
  constructor() {
    this.data = null;
    this.step = 0; // the number of the last frame: a patch must be the next one
    this.past = null; // a board of the past that is shown instead
    this.ask = () => {}; // sends a request
    this.press = () => {}; // sends a token
    this.board = new Board($("board"));
    this.players = new Players($("players"), this.board.art);
    this.play = new Play(this, this.board, $("panel"));
    this.looks = new Looks(this, this.board);
    this.history = new History(`/r/${encodeURIComponent(boot.room)}/story`, (board) => this.showPast(board));
    this.history.live = true;
    this.board.onArt = () => afterTap(() => this.data && this.render());
    this.board.onFit = () => this.fit();
    this.controls();
  }

  controls() {
    $("fit").addEventListener("click", () => this.fit());
    $("nearer").addEventListener("click", () => this.board.camera.zoomBy(1.3));
    $("farther").addEventListener("click", () => this.board.camera.zoomBy(1 / 1.3));
    $("undo").addEventListener("click", () => this.data?.undo && this.press(this.data.undo));
    $("now").addEventListener("click", () => {
      this.history.stop();
      this.history.go(this.history.end);
    });
    $("open-chat").addEventListener(
      "click",
      () => this.showChat(!document.body.classList.contains("chat-open")),
    );
    for (const tab of ["chat", "moves"]) $(`tab-${tab}`).addEventListener("click", () => this.tab(tab));
    PHONE.addEventListener("change", () => this.showChat(PHONE.matches && !this.running()));
    onHeard((message) => {
      const choices = (message.groups ?? []).flatMap((group) => group.choices);
      const short = message.text.reduce((length, run) => length + run.t.length, 0) < SHORT;
      const asks = choices.length > 0 && choices.length < 3 && !message.picture && short; // "are you sure?"
      const covered = PHONE.matches && !document.body.classList.contains("chat-open"); // the chat cannot be seen
      const vote = asks && message.notify?.includes(person.me.id);
      const byChat = PHONE.matches || awaited("say") || $("log").querySelector("button.busy"); // whose reader sees the answer there
      if (this.running() && (covered ? message.private || vote : message.private && asks && !byChat)) {
        this.toast(message, asks ? choices : []);
      }
      if (covered && message.from) $("open-chat").classList.add("news");
    });
    onPassed((id) => $("toasts").querySelector(`[data-id="${CSS.escape(id)}"]`)?.remove());
    document.addEventListener("keydown", (event) => {
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName) || !this.data) return;
      if (event.key === "+" || event.key === "=") this.board.camera.zoomBy(1.25);
      if (event.key === "-") this.board.camera.zoomBy(0.8);
    });
  }

  running() {
    return this.data && !this.data.over;
  }

  asked() {
    return this.data?.asked ? { game: this.data.game, stamp: this.data.asked.stamp } : null;
  }

  // -- data ------------------------------------------------------------------------------------------------

  take(data, step) {
    const fresh = !this.data || this.data.game !== data.game;
    this.step = step;
    this.adopt(data, []);
    if (fresh) {
      this.history.story = null;
      this.leavePast();
      this.fit();
      this.showChat(!this.running() && PHONE.matches);
      if (!$("moves").hidden) this.history.refresh();
    }
    this.play.askAgain();
  }

  patch({ step, set, more, happened }) {
    if (!this.data || step !== this.step + 1) {
      this.ask({ do: "board" });
      return;
    }
    this.step = step;
    const next = { ...this.data, ...set };
    for (const [name, tail] of Object.entries(more)) next[name] = [...next[name], ...tail];
    const grew = next.tiles.length !== this.data.tiles.length;
    const asks = next.asked && next.asked.stamp !== this.data.asked?.stamp; // the panel takes its room
    this.adopt(next, happened);
    if ((grew || asks) && !this.board.camera.touched && !this.past) this.fit();
    if (next.over) this.showChat(PHONE.matches);
    if (!$("moves").hidden) this.history.refresh();
  }

  adopt(data, happened) {
    const before = this.data;
    this.data = data;
    document.body.classList.add("has-board");
    document.body.classList.toggle("game-over", data.over);
    $("table").hidden = false;
    setSeats(data.players.map((player) => player.name), data.art.colours);
    if (!this.past) this.board.show(data, happened, (seat) => this.players.home(seat, this.board.host));
    this.looks.take(data, before);
    this.render();
  }

  render() {
    const shown = this.past ?? this.data;
    this.players.show(shown);
    $("left").textContent = word("web.board.left", { n: shown.left });
    $("undo").hidden = !this.data.undo || this.data.over;
    if (this.past) this.play.hide();
    else this.play.take(this.data);
    this.steps();
    this.waiting();
    this.board.canvas.setAttribute(
      "aria-label",
      word("web.board.label", {
        tiles: shown.tiles.length,
        scores: shown.players.map((player) => `${player.name} ${player.score}`).join(", "),
      }),
    );
    document.body.dataset.version = this.data.version;
  }

  waiting() {
    const { data } = this;
    const others = (data.waits ?? []).filter(([seat]) => seat !== data.seat).map(([seat]) =>
      data.players[seat].name
    );
    const text = data.over
      ? word("web.over")
      : data.paused
      ? word("web.paused")
      : !data.asked && others.length
      ? word("web.board.waits", { player: others.join(", ") })
      : "";
    $("waiting").textContent = text;
    $("waiting").hidden = !text || Boolean(this.past);
  }

  asks() {
    if (document.activeElement === document.body) this.board.host.focus({ preventScroll: true });
  }

  describe(text) {
    if ($("said").textContent !== text) $("said").textContent = text;
  }

  project(scores) {
    this.players.projected = scores;
    if (this.data) this.players.show(this.past ?? this.data);
  }

  speak() {
    if (this.data) this.render();
  }

  // -- the view ----------------------------------------------------------------------------------------------

  margins() {
    const below = Math.max(0, ...["panel", "history"].map((id) => $(id).offsetHeight)) + 20;
    const told = $("toasts").offsetHeight;
    return PHONE.matches
      ? { above: told ? $("toasts").offsetTop + told : 72, below }
      : { above: 30, below, aside: 60 };
  }

  fit() {
    this.board.camera.fit(this.board.box(this.past ? [] : this.data?.asked?.cells ?? []), this.margins());
  }

  reveal([x, y], least) {
    this.board.camera.reveal(x, y, { ...this.margins(), least });
  }

  showChat(open) {
    document.body.classList.toggle("chat-open", open);
    $("open-chat").setAttribute("aria-expanded", String(open));
    if (open) {
      $("open-chat").classList.remove("news");
      toEnd();
    }
  }

  tab(name) {
    for (const one of ["chat", "moves"]) {
      $(`tab-${one}`).setAttribute("aria-pressed", String(one === name));
      $(one === "chat" ? "scroll" : "moves").hidden = one !== name;
    }
    if (name === "moves") this.history.refresh();
    else {
      this.history.stop();
      this.leavePast();
    }
    this.steps();
  }

  // The panel of an open question has the place where the past is stepped through.
  steps() {
    $("history").hidden = $("moves").hidden || Boolean(!this.past && this.data?.asked);
  }

  toast(message, choices) {
    const item = make("p", "toast", message.text.map((run) => run.t).join(""));
    item.dataset.id = message.id;
    for (const choice of choices) {
      if (choice.token?.endsWith(":!board")) continue; // it is here
      if (choice.address) {
        item.append(linkOf(choice));
        continue;
      }
      const button = make("button", choice.style, choice.label);
      button.type = "button";
      button.addEventListener("click", () => {
        this.press(choice.token, "", button);
        item.remove();
      });
      item.append(button);
    }
    $("toasts").append(item);
    setTimeout(() => {
      if (item.isConnected && choices.length) $("open-chat").classList.add("news"); // it can still be answered there
      item.remove();
    }, choices.length ? 20000 : 6000);
  }

  // -- the past ------------------------------------------------------------------------------------------------

  showPast(board) {
    if (!board) return this.leavePast();
    this.past = board;
    document.body.classList.add("past");
    this.board.show(board);
    this.render();
  }

  leavePast() {
    if (!this.past) return;
    this.past = null;
    document.body.classList.remove("past");
    this.board.show(this.data);
    this.render();
  }
}

export const table = new Table();
