// What can be tapped on the board: cells for the tile, the tile itself, bridges, what may be claimed.

/** @import { Cell, Option, Way } from "./frames.d.ts" */
/** @import { Board, Context } from "./board.js" */
/** @import { Play } from "./play.js" */
import { cellName } from "./cells.js";
import { make, makeButton } from "./elements.js";
import { labelOf, signed, spotSprite } from "./options.js";
import { word } from "./words.js";

const SWIPE = 24; // pixels
const DIGITS = 9; // keys for spots
const SPOT = 0.34; // cells
/** @type {Record<string, [x: number, y: number, arrow: string]>} */
const SIDES = { N: [0, -1, "↑"], E: [1, 0, "→"], S: [0, 1, "↓"], W: [-1, 0, "←"] };

export class Targets {
  /**
   * @param {Play} play
   * @param {Board} board
   */
  constructor(play, board) {
    this.play = play;
    this.board = board;
  }

  get decision() {
    return this.play.decision;
  }

  show() {
    const { decision } = this;
    if (decision.cell) this.showGhost(decision.cell);
    (decision.asked?.cells ?? []).forEach(([x, y], index) => {
      if (!decision.isAt([x, y])) this.showCell([x, y], index + 1);
    });
    this.showBridges();
    decision.spots.forEach((option, index) => this.showSpot(option, index));
  }

  /**
   * @param {string} className
   * @param {string} label
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {(event: MouseEvent) => void} act
   */
  put(className, label, x, y, size, act, apart = false) {
    const button = makeButton(className, "", act);
    button.setAttribute("aria-label", label);
    return { button, standing: this.board.elements.put(button, x, y, size, apart) };
  }

  /**
   * Its number is that of its button in the chat.
   * @param {Cell} cell
   * @param {number} number
   */
  showCell([x, y], number) {
    const label = `${number}. ${word("web.board.cell", { cell: cellName(x, y) })}`;
    const { button } = this.put("cell-target", label, x + 0.5, y + 0.5, 0.94, (event) => {
      this.play.choose(this.nearest(event) ?? [x, y]);
    });
    button.dataset.cell = `${x},${y}`;
    button.append(make("b", "place", String(number)));
    if (this.decision.cell) button.classList.add("pale");
  }

  /**
   * Small cells overlap: the one whose middle is nearest to the finger is meant.
   * @param {MouseEvent} event
   * @returns {Cell | null}
   */
  nearest(event) {
    if (!event.detail) return null; // by keyboard
    const [px, py] = this.board.camera.toBoard(...this.board.camera.local(event));
    const cells = this.decision.asked?.cells ?? [];
    const far = cells.map(([x, y]) => Math.hypot(x + 0.5 - px, y + 0.5 - py));
    const found = cells[far.indexOf(Math.min(...far))];
    return found ? [found[0], found[1]] : null;
  }

  /** @param {Cell} cell */
  showGhost([x, y]) {
    const { decision, play } = this;
    const { site, axis } = decision.way ?? {};
    const tile = play.data?.tile ?? "";
    const span = site ? { site, axis: axisOf(axis) } : null;
    this.board.ghost = { x, y, tile, rotation: decision.ways ? decision.rotation : 0, span };
    const turns = decision.rotations.length > 1;
    const label = word(turns ? "web.board.turn" : "web.board.here", { cell: cellName(x, y) });
    const className = `ghost-target${turns ? " turns" : ""}`;
    const { button } = this.put(className, label, x + 0.5, y + 0.5, 1, () => play.rotate());
    button.dataset.cell = `${x},${y}`;
    this.turnBySwiping(button);
  }

  /** @param {HTMLButtonElement} button */
  turnBySwiping(button) {
    let from = 0;
    button.addEventListener("pointerdown", (event) => {
      from = event.clientX;
      event.stopPropagation();
    });
    button.addEventListener("pointerup", (event) => {
      const way = event.clientX - from;
      if (Math.abs(way) > SWIPE) this.play.rotate(way > 0 ? 1 : -1);
    });
  }

  showBridges() {
    this.decision.variants.forEach((way, index) => {
      if (way.site && index !== this.decision.variant) this.showBridge(way, way.site, index);
    });
  }

  /**
   * @param {Way} way
   * @param {Cell} site
   * @param {number} index
   */
  showBridge(way, [x, y], index) {
    const label = word("web.board.bridge", { cell: cellName(x, y) });
    const [right, down] = way.axis === "WE" ? [0.25, 0] : [0, 0.25];
    const at = /** @type {const} */ ([x + 0.5 + right, y + 0.5 + down]);
    const placed = this.put("claim bridge", label, ...at, SPOT, () => this.play.vary(index), true);
    placed.button.dataset.site = `${x},${y},${way.axis}`;
    this.dress(placed, `span/${axisOf(way.axis)}`);
  }

  /**
   * @param {Option} option
   * @param {number} index
   */
  showSpot(option, index) {
    const side = SIDES[option.direction ?? ""];
    const [ax, ay] = option.at ?? [0, 0];
    const [x, y] = side ? [ax + side[0] * 0.42, ay + side[1] * 0.42] : [ax, ay];
    const act = () => this.play.pick(option);
    const placed = this.put(`claim ${option.verb}`, labelOf(option), x, y, SPOT, act, true);
    const { button } = placed;
    button.setAttribute("aria-pressed", String(this.decision.choice?.token === option.token));
    button.dataset.token = option.token;
    if (side) button.append(make("b", "arrow", side[2]));
    else this.dress(placed, spotSprite(option, this.decision.asked?.seat ?? 0));
    if (option.points) button.append(make("b", "points", signed(option.points)));
    if (index < DIGITS) button.append(make("i", "digit", String(index + 1)));
  }

  /**
   * @param {ReturnType<Targets["put"]>} placed
   * @param {string} sprite
   */
  dress({ button, standing }, sprite) {
    if (!sprite) return;
    const { art, camera } = this.board;
    const shown = art.element(sprite, 44);
    button.append(shown);
    standing.resized = (size) => {
      shown.style.width = shown.style.height = `${size}px`;
      art.dress(shown, sprite, size, Math.max(camera.zoom, 92) / size);
    };
  }

  /**
   * The segments that can be claimed, outlined; the chosen one filled.
   * @param {Context} context
   */
  outline(context) {
    const { asked, choice, spots } = this.decision;
    const colour = this.play.data?.art.colours[asked?.seat ?? -1];
    if (!colour) return;
    for (const { token, cell, segment } of spots) {
      if (!segment || !cell) continue;
      const chosen = choice?.token === token;
      const fill = `${colour}${chosen ? "88" : "22"}`;
      const [width, dash] = chosen ? [3.5, []] : [2, [7, 5]];
      this.board.segment(context, ...cell, segment, { fill, stroke: "#fffdf0", width: 5 });
      this.board.segment(context, ...cell, segment, { stroke: colour, width, dash });
    }
  }
}

/** @param {string | undefined} axis */
function axisOf(axis) {
  return axis === "WE" ? 1 : 0;
}
