// Names for people, as the chats have them: of cells (the start tile is M20) and of seats.

export const SEAT_LETTERS = "ABCDEF";
const COLUMNS = 26 + 26 * 26;

/** @param {number} x */
export function columnName(x) {
  const index = (((x + 12) % COLUMNS) + COLUMNS) % COLUMNS;
  return index < 26 ? letter(index) : letter(Math.floor((index - 26) / 26)) + letter((index - 26) % 26);
}

/** @param {number} number */
function letter(number) {
  return String.fromCharCode(65 + number);
}

/** @param {number} y */
export function rowName(y) {
  return String(y + 20);
}

/**
 * @param {number} x
 * @param {number} y
 */
export function cellName(x, y) {
  return columnName(x) + rowName(y);
}
