// What an Activity says to Discord's client: a greeting, and the wish for a code that tells who the user is.

/** @import { Boot } from "./frames.d.ts" */
/** @import { Platform } from "./embedded.js" */

const HANDSHAKE = 0;
const FRAME = 1;
const PATIENCE = 60000; // milliseconds: the user may be asked for permission

/**
 * @param {Boot} boot
 * @returns {Platform}
 */
export function activity({ application, clients = [] }) {
  const launch = new URLSearchParams(location.search);
  const client = new Client(clients);
  /** @type {Promise<unknown>} */
  let ready = Promise.resolve();
  return {
    begin() {
      ready = client.hear("READY").catch(() => {});
      const about = { v: 1, encoding: "json", client_id: application, frame_id: launch.get("frame_id") };
      client.send(HANDSHAKE, about);
    },
    async credentials() {
      await ready;
      const nonce = crypto.randomUUID();
      const answer = client.hear(nonce);
      const wish = { client_id: application, response_type: "code", state: "", prompt: "none" };
      client.send(FRAME, { cmd: "AUTHORIZE", args: { ...wish, scope: ["identify"] }, nonce });
      const { evt, data } = await answer;
      if (evt === "ERROR" || !data?.code) return null;
      return { code: data.code, instance: launch.get("instance_id") ?? "" };
    },
  };
}

/** Discord's client, a window around this one. */
class Client {
  /** @type {Map<string, (data: any) => void>} */
  waiting = new Map(); // by name or nonce
  window = window.parent.opener ?? window.parent;

  /** @param {string[]} origins */
  constructor(origins) {
    this.origins = origins;
    addEventListener("message", (event) => this.onMessage(event));
  }

  /** @param {MessageEvent} event */
  onMessage({ origin, data: said }) {
    if (!this.origins.includes(origin) || !Array.isArray(said) || said[0] !== FRAME) return;
    const data = said[1];
    this.waiting.get(data.cmd === "DISPATCH" ? data.evt : data.nonce)?.(data);
  }

  /**
   * @param {string} name
   * @returns {Promise<any>} what the client answers
   */
  hear(name) {
    return new Promise((resolve, reject) => {
      this.waiting.set(name, resolve);
      setTimeout(() => reject(new Error(name)), PATIENCE);
    });
  }

  /**
   * @param {number} kind
   * @param {object} data
   */
  send(kind, data) {
    this.window.postMessage([kind, data], this.origin()); // nothing secret is said
  }

  origin() {
    try {
      const { origin } = new URL(document.referrer);
      return this.origins.includes(origin) ? origin : "*";
    } catch {
      return "*"; // the client does not say where it is
    }
  }
}
