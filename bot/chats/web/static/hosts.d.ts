// What a page offers to the table that it shows, and to the connection that it opens.

import type { BoardRequest } from "./frames.d.ts";

/** Called when a request was dealt with; with nothing if the connection went away. */
export type Done = (how?: "done" | "slow") => void;

/** Where the story of a game is read. */
export interface StorySource {
  address: string;
  live: boolean; // the last turn is the present, which is shown otherwise
  request(): RequestInit;
}

/** The page around a table: a room, or one that was opened from a chat. */
export interface Host {
  story: StorySource;
  ask(request: BoardRequest, done?: Done): void;
  press(token: string, text?: string, button?: HTMLElement | null): void;
  seated(names: string[], colours: string[]): void; // who plays
  sideShown(open: boolean): void; // what is beside the board
}

/** How a page comes in. */
export interface Transport {
  authenticate(): Promise<{ ok: boolean }>; // rejects if the server is away
  address(): string; // of the socket
  first(): string; // what the socket sends first; empty: nothing
  refused(): void; // that was not good enough
}

type FrameOf<Frame, Name> = Frame extends { do: infer Names } ? Name extends Names ? Frame : never : never;

/** What to do with frames, by name; and when the connection is lost. */
export type Receivers<Frame extends { do: string }> =
  & {
    [Name in Frame["do"]]?: (frame: FrameOf<Frame, Name>) => void;
  }
  & { lost?: () => void };

declare global {
  interface Window {
    // For those who look under the bonnet, and for tests.
    bastide: { table: unknown; press: Host["press"] };
    // Telegram's client, if it is an app.
    TelegramWebviewProxy?: { postEvent(event: string, data: string): void };
  }
}
