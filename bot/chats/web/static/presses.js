// Presses that were not answered yet. None is lost silently.

/** @typedef {[token: string, text: string]} Press */

export class Presses {
  /** @type {Map<string, string>} */
  open = new Map(); // token -> its text, until it is answered
  /** @type {Press[]} */
  interrupted = []; // presses of a lost connection

  /**
   * @param {string} token
   * @param {string} text
   */
  add(token, text) {
    this.open.set(token, text);
  }

  /** @param {string} token */
  answered(token) {
    this.open.delete(token);
  }

  /** The connection is another one: what was not answered may be lost. */
  interrupt() {
    this.interrupted.push(...this.open); // this may have happened before, and nobody knew yet what is asked
    this.open.clear();
  }

  /**
   * What to do with interrupted presses: those that still answer the open question are sent again; of the
   * others, deeds that are no answer are named.
   * @param {string} asked how tokens of the open question begin; empty: nothing is asked
   */
  sort(asked) {
    /** @type {(press: Press) => boolean} */
    const answers = ([token]) => asked !== "" && token.startsWith(asked);
    const rest = this.interrupted.filter((press) => !answers(press));
    const again = this.interrupted.filter(answers);
    this.interrupted = [];
    return { again, named: rest.filter(([token]) => token.includes(":!")) };
  }
}
