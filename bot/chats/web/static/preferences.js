// What the reader's system says of itself and prefers; asked when it is needed.

/** @param {string} query */
const media = (query) => () => matchMedia(query);

export const calm = media("(prefers-reduced-motion: reduce)");
export const contrast = media("(prefers-contrast: more)");
export const dark = media("(prefers-color-scheme: dark)");
export const mouse = media("(pointer: fine)");
export const phone = media("(max-width: 860px)");
