// Names of cells for people, as the chats have them: the start tile is M20.

const COLUMNS = 26 + 26 * 26;

export function columnName(x) {
  const index = (((x + 12) % COLUMNS) + COLUMNS) % COLUMNS;
  const letter = (number) => String.fromCharCode(65 + number);
  return index < 26 ? letter(index) : letter(Math.floor((index - 26) / 26)) + letter((index - 26) % 26);
}

export function rowName(y) {
  return String(y + 20);
}

export function cellName(x, y) {
  return columnName(x) + rowName(y);
}
