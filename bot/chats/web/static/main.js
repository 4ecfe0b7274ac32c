// Begins the page that the server has named: the only module that does something when it is loaded.

import { readBoot } from "./words.js";

const PAGES = {
  room: () => import("./room.js"),
  watch: () => import("./watch.js"),
  embedded: () => import("./embedded.js"),
};

const boot = readBoot();
const { mount } = await PAGES[boot.page]();
mount(boot);
