// No named import: an old Node lacks styleText, and must still be able to report that it is too old.
import util from 'node:util';

const coloured = process.stdout.isTTY && process.env.NO_COLOR === undefined;

/**
 * @param {'green' | 'red' | 'yellow' | 'dim' | 'bold'} style
 * @param {string} text
 */
export const paint = (style, text) => (coloured ? util.styleText(style, text) : text);

/** @param {string} text */
export const say = (text) => console.log(paint('dim', text));

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** A failure with a complete message for the user, shown without a stack: the problem and the fix. */
export class Problem extends Error {}
