// What the server sends to a page, and what a page asks it for. A test compares this with what is really sent.

export type Cell = [x: number, y: number];
export type Point = [x: number, y: number]; // in cells; the middle of a cell is at .5
export type LaidTile = [x: number, y: number, id: string, rotation: number];
export type Span = [x: number, y: number, axis: number];
export type Piece = [sprite: string, x: number, y: number];
export type Supply = [sprite: string, count: number];

// -- a board -------------------------------------------------------------------------------------------

/** A game as it stood at one time. */
export interface PastView {
  game: string;
  ply: number;
  turn: number;
  over: boolean;
  seat: number | null; // of the viewer
  tile: string | null; // that was drawn
  last: Cell | null; // the newest tile
  left: number; // tiles in the bag
  player: number;
  tiles: LaidTile[];
  spans: Span[];
  players: Player[];
  art: Art;
  pieces: Piece[];
  supplies: Supply[][]; // of each seat
}

/** A game as it stands, for one viewer. */
export interface BoardView extends PastView {
  version: number;
  paused: boolean;
  aids: boolean;
  limit: number; // seconds for a decision; 0: none
  waits: [seat: number, since: number][];
  asked: Question | null;
  undo: string; // a token
}

export interface Player {
  name: string;
  score: number;
  computer: string; // its level
}

/** The sheets of sprites that a table needs. */
export interface Art {
  version: string;
  tiles: string[];
  pieces: string[];
  sizes: Record<string, number>; // pixels of a sprite by density
  colours: string[]; // of the seats
  inks: string[];
}

export interface Question {
  ask: string;
  stamp: number;
  seat: number;
  cells?: [x: number, y: number, ways: number][]; // where the tile can be laid
  options?: Option[];
  amounts?: Amount[];
  lot?: string; // a tile for sale
  note?: string;
  standing?: string; // the token of "always"
}

/** Something to choose, with what it is about. */
export interface Option {
  token: string;
  verb: string;
  label: string;
  points?: number; // that it brings at once
  at?: Point;
  sprite?: string;
  cell?: Cell;
  segment?: string;
  figure?: string;
  owner?: number; // seats that an action names
  captor?: number;
  quarter?: string;
  castle?: Cell;
  direction?: string;
  tile?: string;
  kind?: string;
  rotation?: number;
  site?: Cell; // of a bridge
  axis?: string;
}

/** A way to lay the tile on a cell, with what may follow at once. */
export interface Way extends Option {
  cell: Cell;
  rotation: number;
  follow?: Option[];
}

export interface Amount {
  token: string;
  verb: string;
  label: string;
  least: number;
  most: number;
  tile?: string;
}

export interface Feature {
  kind: string;
  complete: boolean;
  owners: number[];
  now: number;
  completed: number;
  parts: [x: number, y: number, segment: string][];
}

export interface Aids {
  fields: Feature[];
  dead: Cell[];
  bag: [tile: string, count: number][];
  projected: number[];
}

/** What can be animated. */
export interface Happened {
  what: string;
  at: Cell | null;
  seat?: number;
  points?: number;
}

// -- a chat --------------------------------------------------------------------------------------------

export interface Person {
  id: string;
  name: string;
}

/** A piece of text with its look. */
export interface Run {
  t: string;
  b?: boolean;
  i?: boolean;
  c?: boolean;
  u?: string; // the id of a user who is named
}

export interface Choice {
  label: string;
  token: string;
  style: string;
  detail?: string;
  address?: string; // of a page of this server
  amount?: AmountWanted;
}

export interface AmountWanted {
  least: number;
  most: number;
  title: string;
}

export interface Group {
  choices: Choice[];
  menu?: string;
}

export interface Picture {
  url: string;
  width: number;
  height: number;
  alt: string;
  night?: boolean;
  spots?: Spot[];
}

/** A part of a picture that can be pressed. */
export interface Spot {
  token: string;
  label: string;
  box: number[]; // left, top, width, height in hundredths
}

export interface Attachment {
  name: string;
  url: string;
}

/** A message as a page reads it that has no chat. */
export interface Notice {
  at: number;
  text: Run[];
  private: boolean;
  groups?: Group[];
  notify?: string[]; // ids of users
  quiet?: boolean;
}

export interface Message extends Notice {
  id: string;
  place: number; // orders messages
  seq: number; // grows with every change
  from?: Person;
  picture?: Picture;
  file?: Attachment;
}

export interface Command {
  name: string;
  detail: string;
}

export type Words = Record<string, string>;

// -- frames --------------------------------------------------------------------------------------------

export interface BoardFrame {
  do: "board";
  step: number; // frames of the board so far
  board: BoardView;
}

export interface PatchFrame {
  do: "patch";
  step: number;
  set: Partial<BoardView>; // values that have changed
  more: Partial<Pick<BoardView, "tiles" | "pieces" | "spans" | "waits" | "players">>; // added to the ends of lists
  happened: Happened[];
}

export interface WaysFrame {
  do: "ways";
  cell: Cell;
  ways: Way[];
}

export interface LookFrame {
  do: "look";
  cell: Cell;
  segments: string[];
  feature: Feature;
}

export interface AidsFrame {
  do: "aids";
  aids: Aids;
}

/** A request was dealt with, or came too soon after others. */
export interface AnswerFrame {
  do: "done" | "slow";
  n: number;
}

export interface PlainFrame {
  do: "failed" | "pong" | "ready";
}

/** What every page with a board is sent. */
export type TableFrame =
  | BoardFrame
  | PatchFrame
  | WaysFrame
  | LookFrame
  | AidsFrame
  | AnswerFrame
  | PlainFrame;

export interface HelloFrame {
  do: "hello";
  me: Person;
  room: string;
  language: string;
  words: Words;
  commands: Command[];
  ids: string[]; // of all messages that stand there
  messages: Message[]; // those that are new or have changed
}

export interface WordsFrame {
  do: "words";
  language: string;
  words: Words;
  commands: Command[];
  messages: Message[];
}

export interface MeFrame {
  do: "me";
  me: Person;
}

export interface NameFrame {
  do: "name";
}

export interface PeopleFrame {
  do: "people";
  people: Person[];
}

export interface MessageFrame {
  do: "message";
  message: Message;
}

export interface IdFrame {
  do: "gone" | "focus";
  id: string;
}

export interface BusyFrame {
  do: "busy";
  on: boolean;
  share?: number; // hundredths of a picture
}

export interface SuggestFrame {
  do: "suggest";
  text: string;
  lines: string[];
}

export type RoomFrame =
  | TableFrame
  | HelloFrame
  | WordsFrame
  | MeFrame
  | NameFrame
  | PeopleFrame
  | MessageFrame
  | IdFrame
  | BusyFrame
  | SuggestFrame;

export interface WelcomeFrame {
  do: "hello";
  me: Person;
  language: string;
  words: Words;
}

export interface NoneFrame {
  do: "none"; // there is no table
}

export interface NoticeFrame {
  do: "message";
  message: Notice;
}

/** What a page is sent that was opened from a chat. */
export type EmbeddedFrame = TableFrame | WelcomeFrame | NoneFrame | NoticeFrame;

// -- requests ------------------------------------------------------------------------------------------

export type BoardRequest =
  | { do: "board" }
  | { do: "ways"; cell: Cell }
  | { do: "look"; cell: Cell; segments: string[] }
  | { do: "aids" };

export type Request =
  | BoardRequest
  | { do: "press"; token: string; text: string }
  | { do: "say"; text: string }
  | { do: "name"; name: string }
  | { do: "suggest"; text: string }
  | { do: "dismiss"; id: string };

// -- what is fetched -----------------------------------------------------------------------------------

/** What the page is given with its HTML. */
export interface Boot {
  page: "room" | "watch" | "embedded";
  room: string;
  language: string;
  words: Words;
  game?: string; // to watch
  door?: "telegram" | "discord";
  application?: string; // its number at Discord
  clients?: string[]; // origins of Discord's clients
}

export interface Story {
  game: string;
  version: number;
  finished: boolean;
  known: string;
  names: string[];
  steps: Step[];
}

export interface Step {
  ply: number;
  scores: number[];
  lines: Run[][];
}

export interface SheetIndex {
  columns: number;
  sprites: Record<string, number>;
  tiles?: Record<string, TileFacts>;
  scales?: Record<string, number>; // of pieces, by that of a meeple
}

/** A tile that is not turned. */
export interface TileFacts {
  edges: string[];
  turns: number[]; // for each rotation the one whose sprite looks like it
  segments: Record<string, SegmentFacts>;
}

export interface SegmentFacts {
  kind: string;
  at: number[]; // x, y in hundredths
  rings: number[][]; // x, y, x, y, ... in hundredths
}
