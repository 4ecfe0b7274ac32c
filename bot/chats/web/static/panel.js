// The panel below the board: what is asked, the tile in hand, figures, options without a place, amounts.

/** @import { Amount, Option, Question } from "./frames.d.ts" */
/** @import { Art } from "./art.js" */
/** @import { Play } from "./play.js" */
import { cellName } from "./cells.js";
import { make, makeButton, name } from "./elements.js";
import { labelOf, modeOf, modeSprite, signed } from "./options.js";
import { has, word } from "./words.js";

const TILE = 60; // pixels
const FIGURE = 40;

export class Panel {
  /**
   * @param {Play} play
   * @param {Art} art
   * @param {HTMLElement} element
   */
  constructor(play, art, element) {
    this.play = play;
    this.art = art;
    this.element = element;
  }

  get decision() {
    return this.play.decision;
  }

  clear() {
    this.element.replaceChildren();
    this.element.hidden = true;
  }

  /** @param {Question} asked */
  show(asked) {
    const { decision, element } = this;
    element.hidden = false;
    element.append(make("p", "asks", this.question(asked)));
    if (asked.note) element.append(make("p", "note", asked.note));
    const row = make("div", "answer");
    if (asked.lot) row.append(this.tile(asked.lot, 0));
    if (asked.cells) this.hand(row);
    if (decision.modes.length > 1) this.picker(row, asked);
    this.others(row, asked);
    for (const amount of asked.amounts ?? []) row.append(this.amount(amount));
    if (decision.cell || (decision.choice && !asked.cells)) this.confirmation(row);
    if (asked.standing) row.append(this.always(asked.standing));
    element.append(row);
  }

  /**
   * What to do next: once a tile lies there, only what can still be done with it.
   * @param {Question} asked
   */
  question(asked) {
    const { decision } = this;
    if (decision.cell && decision.ways) {
      const turns = decision.rotations.length > 1;
      const claims = decision.spots.length > 0 && !decision.choice;
      return word(`web.lay.${turns && claims ? "both" : turns ? "turn" : claims ? "claim" : "play"}`);
    }
    const key = `web.ask.${asked.ask}`;
    return word(has(key) ? key : "web.ask");
  }

  /** What is chosen, for those who hear the page. */
  described() {
    const { cell, choice } = this.decision;
    return [cell && cellName(...cell), choice && labelOf(choice)].filter(Boolean).join(", ");
  }

  /**
   * @param {string} id
   * @param {number} rotation
   */
  tile(id, rotation) {
    return this.art.element(this.art.tileSprite(id, rotation), TILE);
  }

  /** @param {HTMLElement} row */
  hand(row) {
    const { decision, play } = this;
    const turns = decision.cell !== null && decision.rotations.length > 1;
    const hand = makeButton("hand", "", () => play.rotate());
    name(hand, word(turns ? "web.board.rotate" : "web.board.hand"));
    hand.disabled = !turns;
    hand.append(this.tile(play.data?.tile ?? "", decision.ways ? decision.rotation : 0));
    if (turns) hand.append(make("b", "turning", "⟳"));
    row.append(hand);
  }

  /**
   * Which figure, or which other deed, the spots on the board stand for.
   * @param {HTMLElement} row
   * @param {Question} asked
   */
  picker(row, asked) {
    const box = make("div", "picker");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", word("web.board.figures"));
    for (const mode of this.decision.modes) {
      const option = this.decision.onBoard.find((one) => modeOf(one) === mode);
      if (option) box.append(this.mode(mode, option, asked.seat));
    }
    row.append(box);
  }

  /**
   * @param {string} mode
   * @param {Option} option one of this mode
   * @param {number} seat
   */
  mode(mode, option, seat) {
    const button = makeButton("", "", () => this.play.setMode(mode));
    const key = option.verb === "claim" ? `figure.${option.figure}` : `web.deed.${option.verb}`;
    const named = has(key) ? word(key) : option.label;
    const from = option.quarter ? word(`word.${option.quarter}`) : "";
    name(button, named + (from && ` (${from})`));
    button.setAttribute("aria-pressed", String(mode === this.decision.mode));
    button.dataset.mode = mode;
    const sprite = modeSprite(option, seat);
    button.append(sprite ? this.art.element(sprite, FIGURE, 2.1) : named);
    if (from) button.append(make("small", "", from));
    return button;
  }

  /**
   * Options that have no place on the board, or are as easy to read in the panel.
   * @param {HTMLElement} row
   * @param {Question} asked
   */
  others(row, asked) {
    const { choice, options } = this.decision;
    for (const option of asked.cells ? asked.options ?? [] : options) {
      if (option.at && option.verb !== "pass" && (option.verb !== "castle" || choice)) continue;
      const look = option.verb === "pass" ? "option quiet" : "option primary";
      row.append(this.option(option, look, (_, button) => this.play.send(option.token, button)));
    }
    if (!asked.cells) return;
    for (const option of options) {
      if (option.at || option.verb === "pass") continue;
      const button = this.option(option, "option", () => this.play.pick(option));
      button.setAttribute("aria-pressed", String(choice?.token === option.token));
      row.append(button);
    }
  }

  /**
   * @param {Option} option
   * @param {string} className
   * @param {Parameters<typeof makeButton>[2]} act
   */
  option(option, className, act) {
    const button = makeButton(className, "", act);
    button.dataset.token = option.token;
    const sprite = this.optionSprite(option);
    if (option.tile) button.append(this.tile(option.tile, 0));
    else if (sprite) button.append(this.art.element(sprite, FIGURE, 1.9));
    button.append(make("span", "", labelOf(option)));
    return button;
  }

  /** @param {Option} option */
  optionSprite({ verb, kind }) {
    if (verb === "take") return kind;
    return verb === "castle" ? `castle/${this.decision.asked?.seat}` : "";
  }

  /** @param {Amount} amount */
  amount({ least, most, tile, token }) {
    const form = make("form", "amount");
    if (tile) form.append(this.tile(tile, 0));
    const number = make("input");
    const about = {
      type: "number",
      inputMode: "numeric",
      min: least,
      max: most,
      value: least,
      required: true,
    };
    Object.assign(number, about);
    number.setAttribute("aria-label", `${word("web.board.bid")} ${least}–${most}`);
    /** @type {(by: number, label: string) => HTMLButtonElement} */
    const step = (by, label) => {
      const button = makeButton("step", by > 0 ? "+" : "−", () => {
        number.value = String(Math.max(least, Math.min(most, Number(number.value) + by)));
      });
      button.setAttribute("aria-label", word(label));
      return button;
    };
    const bid = make("button", "primary", word("web.board.bid"));
    bid.dataset.token = token;
    form.append(step(-1, "web.board.less"), number, step(1, "web.board.more"), bid);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.play.send(token, bid, number.value);
    });
    return form;
  }

  /** @param {HTMLElement} row */
  confirmation(row) {
    const { cell, choice, nobody, token, way } = this.decision;
    const points = choice ? choice.points : nobody?.points ?? way?.points;
    const what = choice ? choice.label : cell && nobody ? word("web.board.nobody") : "";
    const button = makeButton("primary confirm", "", () => this.play.confirm(button));
    const small = [what, points ? signed(points) : ""].filter(Boolean).join(" ");
    button.append(make("span", "", `✓ ${word("web.board.play")}`), make("small", "", small));
    button.disabled = !token;
    const away = makeButton("quiet cancel", "✕", () => this.play.cancel());
    away.setAttribute("aria-label", word("web.cancel"));
    row.append(button, away);
  }

  /**
   * Whether there is an option of this number.
   * @param {number} index
   */
  pressOption(index) {
    /** @type {HTMLButtonElement | undefined} */
    const found = [...this.element.querySelectorAll(/** @type {"button"} */ ("button.option"))][index];
    found?.click();
    return found !== undefined;
  }

  /** @param {string} token */
  always(token) {
    return makeButton("quiet", word("standing.button"), (_, button) => this.play.send(token, button));
  }
}
