// Playing by keyboard.

/** @import { Cell, Option, Point } from "./frames.d.ts" */
/** @import { Play } from "./play.js" */
import { typing } from "./elements.js";

/** @type {Record<string, Point>} */
const ARROWS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };
const ELSEWHERE = "#side, #chat, #panel, header, footer"; // where Enter means something else
const ASIDE = 2.2; // what lies aside is so much farther away

/** @typedef {{at: Point, choose: () => void}} Goal */

export class PlayKeys {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (typing() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || this.play.table.past) return;
    const undo = this.play.data?.undo;
    if (event.key.toLowerCase() === "u" && undo) this.play.send(undo);
    else if (!this.play.decision.asked || !this.act(event)) return;
    event.preventDefault();
  }

  /**
   * Whether the key means something here.
   * @param {KeyboardEvent} event
   */
  act({ key, shiftKey }) {
    const { decision } = this.play;
    const letter = key.toLowerCase();
    if (ARROWS[key]) return this.walk(ARROWS[key]);
    if (/^\d$/.test(key)) return this.digit(Number(key));
    if (letter === "r") this.play.rotate(shiftKey ? -1 : 1);
    else if (letter === "f" && decision.modes.length) this.play.nextMode();
    else if (key === "Escape" && (decision.cell || decision.choice)) this.play.cancel();
    else if (key === "Enter" && decision.token && !document.activeElement?.closest(ELSEWHERE)) {
      this.play.confirm();
    } else return false;
    return true;
  }

  /**
   * To the nearest thing in a direction: cells first, else spots.
   * @param {Point} direction
   */
  walk(direction) {
    const goals = this.goals();
    if (!goals.length) return false;
    const [x, y] = this.here(direction);
    const far = goals.map(({ at }) => distance([at[0] - x, at[1] - y], direction));
    const least = Math.min(...far);
    if (least < Infinity) goals[far.indexOf(least)].choose();
    return true;
  }

  /** @returns {Goal[]} */
  goals() {
    const { asked, spots } = this.play.decision;
    if (!asked?.cells) {
      return spots.map((option) => ({ at: option.at ?? [0, 0], choose: () => this.play.pick(option) }));
    }
    return asked.cells.map(([x, y]) => ({ at: [x + 0.5, y + 0.5], choose: () => this.play.choose([x, y]) }));
  }

  /**
   * Where the last choice is, or else far away on the other side.
   * @param {Point} direction
   * @returns {Point}
   */
  here([dx, dy]) {
    const { asked, cell, choice } = this.play.decision;
    const { camera } = this.play.board;
    if (asked?.cells && cell) return [cell[0] + 0.5, cell[1] + 0.5];
    if (!asked?.cells && choice?.at) return choice.at;
    return [camera.x - dx * 50, camera.y - dy * 50];
  }

  /** @param {number} number */
  digit(number) {
    const { spots } = this.play.decision;
    if (number === 0 || spots[number - 1]) {
      this.play.decision.choice = number ? spots[number - 1] : null;
      this.play.render();
      return true;
    }
    return this.play.panel.pressOption(number - 1 - spots.length);
  }
}

/**
 * How far a thing is in a direction; infinite if it lies behind.
 * @param {Point} way
 * @param {Point} direction
 */
function distance([x, y], [dx, dy]) {
  const ahead = x * dx + y * dy;
  return ahead > 0.05 ? ahead + ASIDE * (Math.abs(x * dy) + Math.abs(y * dx)) : Infinity;
}
