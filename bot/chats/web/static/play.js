// Playing: cells to lay the tile on, its rotations, what may be claimed, and every other decision.

import { has, make, word } from "./words.js";
import { cellName } from "./cells.js";

const ARROWS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };
const SIDES = { N: [0, -1, "↑"], E: [1, 0, "→"], S: [0, 1, "↓"], W: [-1, 0, "←"] };
const SWIPE = 24; // pixels
const CLOSE = 104; // pixels of a cell whose claims can be told apart

export class Play {
  constructor(table, board, panel) {
    Object.assign(this, { table, board, panel });
    this.reset(null);
    board.overlays.push((context) => this.outline(context));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  reset(asked) {
    this.asked = asked;
    this.cell = null; // where the ghost lies
    this.known = new Map(); // cell -> its ways
    this.rotation = 0;
    this.variant = 0;
    this.mode = "";
    this.choice = null; // an option on the board
  }

  take(data) {
    const key = JSON.stringify(data.asked ?? null);
    if (key !== this.key_) {
      this.key_ = key;
      this.reset(data.asked ?? null);
      this.table.asks(Boolean(data.asked));
    }
    this.render();
  }

  hide() {
    this.board.ghost = null;
    this.board.clear();
    this.panel.replaceChildren();
    this.panel.hidden = true;
  }

  // -- what is chosen ----------------------------------------------------------------------------------

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

  // Every option that can be chosen now: those after the placement, or those of the question.
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

  choose(cell) {
    this.cell = cell;
    this.choice = null;
    this.variant = 0;
    if (this.ways) this.firstWay();
    else this.askWays(60);
    this.render();
  }

  askWays(pause) {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => {
      if (this.cell && !this.ways) {
        this.table.ask({ do: "ways", cell: this.cell }, (how) => {
          if (how === "slow") this.askWays(500);
        });
      }
    }, pause);
  }

  // The whole board has come again: an answer may have been lost.
  askAgain() {
    if (this.cell && !this.ways) this.askWays(0);
  }

  takeWays(data) {
    this.known.set(String(data.cell), data.ways);
    if (String(data.cell) !== String(this.cell)) return;
    if (!data.ways.length) this.table.ask({ do: "board" }); // the question is gone
    else this.firstWay();
    this.render();
  }

  firstWay() {
    this.rotation = this.rotations[0] ?? 0;
    this.settle();
    this.table.reveal(this.cell, this.ways.some((way) => way.follow) ? CLOSE : 0);
  }

  // After a change of way: a mode that exists, and the same choice if it is still there.
  settle() {
    const plain = this.variants.findIndex((way) => way.verb === "place");
    if (!this.variants[this.variant]) this.variant = Math.max(0, plain);
    if (!this.modes.includes(this.mode)) this.mode = this.modes[0] ?? "";
    this.choice = this.onBoard.find((option) => option.token === this.choice?.token) ?? null;
  }

  rotate(by = 1) {
    const turns = this.rotations;
    if (turns.length < 2) return;
    this.rotation = turns[(turns.indexOf(this.rotation) + by + turns.length) % turns.length];
    this.variant = Math.max(0, this.variants.findIndex((way) => way.verb === "place"));
    this.choice = null;
    this.settle();
    this.render();
  }

  pick(option) {
    this.choice = this.choice?.token === option.token ? null : option;
    this.render();
  }

  get token() {
    if (!this.asked?.cells) return this.choice?.token ?? "";
    if (!this.way) return "";
    if (this.choice) return this.choice.token;
    return this.way.follow?.find((option) => option.verb === "pass")?.token ??
      (this.way.follow ? "" : this.way.token);
  }

  confirm(button = null) {
    if (this.token) this.play(this.token, button);
  }

  play(token, button = null, text = "") {
    this.table.press(token, text, button);
  }

  cancel() {
    if (this.choice) this.choice = null;
    else this.cell = null;
    this.render();
  }

  // -- on the board --------------------------------------------------------------------------------------

  render() {
    const { board, asked } = this;
    board.clear();
    board.ghost = null;
    this.panel.replaceChildren();
    this.panel.hidden = !asked;
    if (asked) {
      if (this.cell) this.showGhost();
      (asked.cells ?? []).forEach(([x, y], index) => {
        if (String([x, y]) !== String(this.cell)) this.showCell([x, y], index + 1);
      });
      if (!asked.cells && !this.modes.includes(this.mode)) this.mode = this.modes[0] ?? "";
      this.showBridges();
      this.spots.forEach((option, index) => this.showSpot(option, index));
      this.showPanel();
    }
    board.place(); // at once: a finger that comes before the next frame must find them
    board.redraw();
  }

  target(className, label, x, y, size, act, spread = false) {
    const button = make("button", className);
    button.type = "button";
    button.setAttribute("aria-label", label);
    button.addEventListener("click", (event) => act(event));
    this.board.put(button, x, y, size, { spread });
    return button;
  }

  // Its number is that of its button in the chat.
  showCell([x, y], number) {
    const label = `${number}. ${word("web.board.cell", { cell: cellName(x, y) })}`;
    const button = this.target(
      "cell-target",
      label,
      x + 0.5,
      y + 0.5,
      0.94,
      (event) => this.choose(this.nearest(event) ?? [x, y]),
    );
    button.dataset.cell = `${x},${y}`;
    button.append(make("b", "place", String(number)));
    if (this.cell) button.classList.add("pale");
  }

  // Small cells overlap: the one whose middle is nearest to the finger is meant.
  nearest(event) {
    if (!event.detail) return null; // by keyboard
    const [px, py] = this.board.camera.toBoard(...this.board.camera.local(event));
    const cells = this.asked.cells.map(([x, y]) => [x, y, Math.hypot(x + 0.5 - px, y + 0.5 - py)]);
    const [x, y] = cells.sort((one, two) => one[2] - two[2])[0];
    return [x, y];
  }

  showGhost() {
    const [x, y] = this.cell;
    const tile = this.table.data.tile;
    const span = this.way?.site ? { site: this.way.site, axis: this.way.axis === "WE" ? 1 : 0 } : null;
    this.board.ghost = { x, y, tile, rotation: this.ways ? this.rotation : 0, span };
    const turns = this.rotations.length > 1;
    const label = word(turns ? "web.board.turn" : "web.board.here", { cell: cellName(x, y) });
    const button = this.target(
      `ghost-target${turns ? " turns" : ""}`,
      label,
      x + 0.5,
      y + 0.5,
      1,
      () => this.rotate(),
    );
    button.dataset.cell = `${x},${y}`;
    let from = 0;
    button.addEventListener("pointerdown", (event) => {
      from = event.clientX;
      event.stopPropagation();
    });
    button.addEventListener("pointerup", (event) => {
      const way = event.clientX - from;
      if (Math.abs(way) > SWIPE) this.rotate(way > 0 ? 1 : -1);
    });
  }

  showBridges() {
    if (!this.variants.some((way) => way.site)) return;
    this.variants.forEach((way, index) => {
      if (!way.site || index === this.variant) return;
      const [x, y] = way.site;
      const label = word("web.board.bridge", { cell: cellName(x, y) });
      const shift = way.axis === "WE" ? [0.25, 0] : [0, 0.25];
      const button = this.target("claim bridge", label, x + 0.5 + shift[0], y + 0.5 + shift[1], 0.34, () => {
        this.variant = index;
        this.choice = null;
        this.settle();
        this.render();
      }, true);
      button.dataset.site = `${x},${y},${way.axis}`;
      this.dress(button, `span/${way.axis === "WE" ? 1 : 0}`);
    });
  }

  showSpot(option, index) {
    let [x, y] = option.at;
    const side = SIDES[option.direction];
    if (side) [x, y] = [x + side[0] * 0.42, y + side[1] * 0.42];
    const button = this.target(
      `claim ${option.verb}`,
      this.label(option),
      x,
      y,
      0.34,
      () => this.pick(option),
      true,
    );
    button.setAttribute("aria-pressed", String(this.choice?.token === option.token));
    button.dataset.token = option.token;
    if (side) button.append(make("b", "arrow", side[2]));
    else this.dress(button, spriteOf(option, this.asked.seat));
    if (option.points) button.append(make("b", "points", signed(option.points)));
    if (index < 9) button.append(make("i", "digit", String(index + 1)));
  }

  dress(button, sprite) {
    if (!sprite) return;
    const shown = this.board.art.element(sprite, 44);
    button.append(shown);
    const one = this.board.placed.at(-1);
    one.resized = (size) => {
      shown.style.width = shown.style.height = `${size}px`;
      this.board.art.dress(shown, sprite, size, Math.max(this.board.camera.zoom, 92) / size);
    };
  }

  label(option) {
    return option.points ? `${option.label} ${signed(option.points)}` : option.label;
  }

  // The segments that can be claimed, outlined; the chosen one filled.
  outline(context) {
    if (!this.asked || this.table.past) return;
    const colour = this.table.data.art.colours[this.asked.seat];
    for (const option of this.spots) {
      if (!option.segment || !option.cell) continue;
      const chosen = this.choice?.token === option.token;
      this.board.segment(context, ...option.cell, option.segment, {
        fill: chosen ? `${colour}88` : `${colour}22`,
        stroke: "#fffdf0",
        width: 5,
      });
      this.board.segment(context, ...option.cell, option.segment, {
        stroke: colour,
        width: chosen ? 3.5 : 2,
        dash: chosen ? [] : [7, 5],
      });
    }
  }

  // -- in the panel ---------------------------------------------------------------------------------------

  showPanel() {
    const { panel, asked } = this;
    panel.append(make("p", "asks", this.question()));
    if (asked.note) panel.append(make("p", "note", asked.note));
    const row = make("div", "answer");
    if (asked.lot) row.append(this.board.art.element(this.board.art.tileSprite(asked.lot, 0), 60));
    if (asked.cells) this.handTile(row);
    this.picker(row);
    this.others(row);
    for (const amount of asked.amounts ?? []) row.append(this.amount(amount));
    if (this.cell || (this.choice && !asked.cells)) this.confirmation(row);
    if (asked.standing) {
      row.append(
        this.button(
          "quiet",
          word("standing.button"),
          (event) => this.play(asked.standing, event.currentTarget),
        ),
      );
    }
    panel.append(row);
    this.table.describe(this.cell || this.choice ? this.described() : "");
  }

  // What to do next: once a tile lies there, only what can still be done with it.
  question() {
    if (this.cell && this.ways) {
      const turns = this.rotations.length > 1;
      const claims = this.spots.length > 0 && !this.choice;
      return word(`web.lay.${turns && claims ? "both" : turns ? "turn" : claims ? "claim" : "play"}`);
    }
    const key = `web.ask.${this.asked.ask}`;
    return word(has(key) ? key : "web.ask");
  }

  described() {
    const where = this.cell ? cellName(...this.cell) : "";
    return [where, this.choice ? this.label(this.choice) : ""].filter(Boolean).join(", ");
  }

  button(className, text, act) {
    const button = make("button", className, text);
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }

  handTile(row) {
    const { tile } = this.table.data;
    const turns = this.cell && this.rotations.length > 1;
    const hand = this.button("hand", "", () => this.rotate());
    hand.setAttribute("aria-label", word(turns ? "web.board.rotate" : "web.board.hand"));
    hand.title = hand.getAttribute("aria-label");
    hand.disabled = !turns;
    hand.append(this.board.art.element(this.board.art.tileSprite(tile, this.ways ? this.rotation : 0), 60));
    if (turns) hand.append(make("b", "turning", "⟳"));
    row.append(hand);
  }

  // Which figure, or which other deed, the spots on the board stand for.
  picker(row) {
    if (this.modes.length < 2) return;
    const box = make("div", "picker");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", word("web.board.figures"));
    for (const mode of this.modes) {
      const option = this.onBoard.find((one) => modeOf(one) === mode);
      const button = this.button("", "", () => {
        this.mode = mode;
        this.choice = null;
        this.render();
      });
      const key = option.verb === "claim" ? `figure.${option.figure}` : `web.deed.${option.verb}`;
      const named = has(key) ? word(key) : option.label;
      const from = option.quarter ? ` (${word(`word.${option.quarter}`)})` : "";
      button.setAttribute("aria-label", named + from);
      button.title = named + from;
      button.setAttribute("aria-pressed", String(mode === this.mode));
      button.dataset.mode = mode;
      const sprite = modeSprite(option, this.asked.seat);
      if (sprite) button.append(this.board.art.element(sprite, 40, 2.1));
      else button.append(named);
      if (from) button.append(make("small", "", word(`word.${option.quarter}`)));
      box.append(button);
    }
    row.append(box);
  }

  // Options that have no place on the board, or are as easy to read in the panel.
  others(row) {
    const follows = Boolean(this.asked.cells);
    for (const option of follows ? this.asked.options ?? [] : this.options) {
      if (option.at && option.verb !== "pass" && (option.verb !== "castle" || this.choice)) continue;
      row.append(
        this.option(
          option,
          option.verb === "pass" ? "option quiet" : "option primary",
          (event) => this.play(option.token, event.currentTarget),
        ),
      );
    }
    if (!follows) return;
    for (const option of this.way?.follow ?? []) {
      if (option.at || option.verb === "pass") continue;
      const button = this.option(option, "option", () => this.pick(option));
      button.setAttribute("aria-pressed", String(this.choice?.token === option.token));
      row.append(button);
    }
  }

  option(option, className, act) {
    const button = this.button(className, "", act);
    button.dataset.token = option.token;
    const sprite = option.tile
      ? this.board.art.tileSprite(option.tile, 0)
      : option.verb === "take"
      ? option.kind
      : option.verb === "castle"
      ? `castle/${this.asked.seat}`
      : "";
    if (sprite) button.append(this.board.art.element(sprite, option.tile ? 60 : 40, option.tile ? 1 : 1.9));
    button.append(make("span", "", this.label(option)));
    return button;
  }

  amount(amount) {
    const form = make("form", "amount");
    if (amount.tile) form.append(this.board.art.element(this.board.art.tileSprite(amount.tile, 0), 60));
    const number = make("input");
    Object.assign(number, {
      type: "number",
      inputMode: "numeric",
      min: amount.least,
      max: amount.most,
      value: amount.least,
      required: true,
    });
    number.setAttribute("aria-label", `${word("web.board.bid")} ${amount.least}–${amount.most}`);
    const step = (by) =>
      this.button("step", by > 0 ? "+" : "−", () => {
        number.value = Math.max(amount.least, Math.min(amount.most, Number(number.value) + by));
      });
    const less = step(-1);
    const more = step(1);
    less.setAttribute("aria-label", word("web.board.less"));
    more.setAttribute("aria-label", word("web.board.more"));
    const bid = make("button", "primary", word("web.board.bid"));
    bid.dataset.token = amount.token;
    form.append(less, number, more, bid);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.play(amount.token, bid, number.value);
    });
    return form;
  }

  confirmation(row) {
    const nobody = this.way?.follow?.find((option) => option.verb === "pass");
    const points = this.choice ? this.choice.points : nobody?.points ?? this.way?.points;
    const what = this.choice ? this.choice.label : this.cell && nobody ? word("web.board.nobody") : "";
    const button = this.button("primary confirm", "", (event) => this.confirm(event.currentTarget));
    button.append(
      make("span", "", `✓ ${word("web.board.play")}`),
      make("small", "", [what, points ? signed(points) : ""].filter(Boolean).join(" ")),
    );
    button.disabled = !this.token;
    const away = this.button("quiet cancel", "✕", () => this.cancel());
    away.setAttribute("aria-label", word("web.cancel"));
    row.append(button, away);
  }

  // -- by keyboard ------------------------------------------------------------------------------------------

  key(event) {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (
      typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") ||
      this.table.past
    ) return;
    if (event.key.toLowerCase() === "u" && this.table.data?.undo) this.play(this.table.data.undo);
    else if (!this.asked || !this.act(event)) return;
    event.preventDefault();
  }

  act(event) {
    const { key } = event;
    if (ARROWS[key]) return this.walk(ARROWS[key]);
    if (key.toLowerCase() === "r") return this.rotate(event.shiftKey ? -1 : 1), true;
    if (key.toLowerCase() === "f" && this.modes.length) return this.nextMode(), true;
    if (key === "Escape" && (this.cell || this.choice)) return this.cancel(), true;
    if (/^\d$/.test(key)) return this.digit(Number(key));
    const elsewhere = document.activeElement.closest("#side, #chat, #panel, header, footer");
    if (key === "Enter" && !elsewhere && this.token) return this.confirm(), true;
    return false;
  }

  nextMode() {
    this.mode = this.modes[(this.modes.indexOf(this.mode) + 1) % this.modes.length];
    this.choice = null;
    this.render();
  }

  // To the nearest thing in a direction: cells first, else spots.
  walk([dx, dy]) {
    const things = this.asked.cells
      ? this.asked.cells.map(([x, y]) => ({ at: [x + 0.5, y + 0.5], cell: [x, y] }))
      : this.spots.map((option) => ({ at: option.at, option }));
    if (!things.length) return false;
    const here = this.asked.cells ? this.cell && [this.cell[0] + 0.5, this.cell[1] + 0.5] : this.choice?.at;
    const from = here ?? [this.board.camera.x - dx * 50, this.board.camera.y - dy * 50];
    const far = ({ at: [x, y] }) => {
      const ahead = (x - from[0]) * dx + (y - from[1]) * dy;
      const aside = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
      return ahead > 0.05 ? ahead + 2.2 * aside : Infinity;
    };
    const found = things.map((thing) => [far(thing), thing]).sort((one, two) => one[0] - two[0])[0];
    if (found[0] === Infinity) return true;
    if (found[1].cell) this.choose(found[1].cell);
    else this.pick(found[1].option);
    return true;
  }

  digit(number) {
    if (number === 0) this.choice = null;
    else if (this.spots[number - 1]) this.choice = this.spots[number - 1];
    else {
      const buttons = [...this.panel.querySelectorAll("button.option")];
      if (!buttons[number - 1 - this.spots.length]) return false;
      buttons[number - 1 - this.spots.length].click();
      return true;
    }
    this.render();
    return true;
  }
}

function signed(points) {
  return points > 0 ? `+${points}` : `−${-points}`;
}

function modeOf(option) {
  return [
    option.verb,
    option.figure ?? "",
    option.quarter && option.cell ? option.quarter : "",
    option.castle ?? "",
  ].join("|");
}

function modeSprite(option, seat) {
  if (option.verb === "fairy") return "fairy";
  if (option.verb === "retrieve") return `abbot/${seat}`;
  if (option.verb === "count") return "count";
  if (option.verb === "score") return `castle/${seat}`;
  if (option.verb === "expel") return "";
  return option.figure ? `${option.figure}/${seat}` : "";
}

function spriteOf(option, seat) {
  if (option.verb === "fly") return "dragon";
  if (option.verb === "castle") return `castle/${seat}`;
  if (["claim", "leave"].includes(option.verb)) return option.sprite ?? modeSprite(option, seat);
  if (option.verb === "expel") return option.sprite;
  return modeSprite(option, seat);
}
