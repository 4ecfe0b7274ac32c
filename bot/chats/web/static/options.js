// Options of a question as people see them: their points, their sprites, and what kind of deed they are.

/** @import { Option } from "./frames.d.ts" */

/** @param {number} points */
export function signed(points) {
  return points > 0 ? `+${points}` : `−${-points}`;
}

/** @param {Option} option */
export function labelOf(option) {
  return option.points ? `${option.label} ${signed(option.points)}` : option.label;
}

/**
 * Options of one mode differ in their place alone.
 * @param {Option} option
 */
export function modeOf({ verb, figure, quarter, castle, cell }) {
  if (verb === "capture") return verb;
  return [verb, figure ?? "", quarter && cell ? quarter : "", castle ?? ""].join("|");
}

/**
 * @param {Option} option
 * @param {number} seat
 */
export function modeSprite({ verb, figure }, seat) {
  if (verb === "fairy" || verb === "count" || verb === "floor") return verb;
  if (verb === "retrieve") return `abbot/${seat}`;
  if (verb === "score") return `castle/${seat}`;
  if (verb === "expel" || verb === "capture") return "";
  return figure ? `${figure}/${seat}` : "";
}

/**
 * What would stand on the board.
 * @param {Option} option
 * @param {number} seat
 */
export function spotSprite(option, seat) {
  if (option.verb === "fly") return "dragon";
  if (option.verb === "castle") return `castle/${seat}`;
  if (option.verb === "expel") return option.sprite ?? "";
  if (["claim", "leave", "floor", "capture"].includes(option.verb)) {
    return option.sprite ?? modeSprite(option, seat);
  }
  return modeSprite(option, seat);
}
