// A module does nothing when it is loaded: no document is needed, no timer runs, nothing listens.

import { equal, ok } from "./assert.js";

const STATIC = new URL("../../../../../bot/chats/web/static/", import.meta.url);
const BEGINS = "main.js"; // this one begins the page
const MODULES = [...Deno.readDirSync(STATIC)].map(({ name }) => name)
  .filter((name) => name.endsWith(".js") && name !== BEGINS);

Deno.test("every module can be loaded without a page", async () => {
  equal("document" in globalThis, false);
  ok(MODULES.length > 30);
  let asked = 0;
  const heard = { addEventListener, setInterval, setTimeout, fetch };
  for (const name of Object.keys(heard)) Object.assign(globalThis, { [name]: () => asked += 1 });
  for (const name of MODULES) await import(new URL(name, STATIC).href);
  Object.assign(globalThis, heard);
  equal(asked, 0);
});

Deno.test("every page has a module that mounts it", async () => {
  for (const name of ["room.js", "watch.js", "embedded.js"]) {
    equal(typeof (await import(new URL(name, STATIC).href)).mount, "function");
  }
});
