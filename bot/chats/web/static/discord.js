// What an Activity says to Discord's client: a greeting, and the wish for a code that tells who the user is.

import { boot } from "./words.js";

const HANDSHAKE = 0;
const FRAME = 1;
const PATIENCE = 60000; // milliseconds: the user may be asked for permission
const launch = new URLSearchParams(location.search);
const client = window.parent.opener ?? window.parent;
const heard = new Map(); // name or nonce -> what waits for it

addEventListener("message", (event) => {
  if (!boot.clients?.includes(event.origin) || !Array.isArray(event.data)) return;
  const [kind, data] = event.data;
  if (kind !== FRAME) return;
  heard.get(data.cmd === "DISPATCH" ? data.evt : data.nonce)?.(data);
});

function hear(name) {
  return new Promise((resolve, reject) => {
    heard.set(name, resolve);
    setTimeout(() => reject(new Error(name)), PATIENCE);
  });
}

function send(kind, data) {
  let origin = "*"; // nothing secret is said
  try {
    origin = new URL(document.referrer).origin;
  } catch { /* the client does not say where it is */ }
  client.postMessage([kind, data], boot.clients.includes(origin) ? origin : "*");
}

let ready = null;

export const discord = {
  begin() {
    ready = hear("READY").catch(() => {});
    send(HANDSHAKE, {
      v: 1,
      encoding: "json",
      client_id: boot.application,
      frame_id: launch.get("frame_id"),
    });
  },
  async credentials() {
    await ready;
    const nonce = crypto.randomUUID();
    const answer = hear(nonce);
    const args = {
      client_id: boot.application,
      response_type: "code",
      state: "",
      prompt: "none",
      scope: ["identify"],
    };
    send(FRAME, { cmd: "AUTHORIZE", args, nonce });
    const { evt, data } = await answer;
    return evt === "ERROR" || !data?.code
      ? null
      : { code: data.code, instance: launch.get("instance_id") ?? "" };
  },
};
