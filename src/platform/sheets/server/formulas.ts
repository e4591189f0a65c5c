/**
 * First characters by which a spreadsheet takes a text for a formula. Chinese and Japanese versions accept the
 * full-width ones as well.
 */
const FORMULA_START = /^[=+\-@\t\r\n\0|＝＋－＠]/;
const ESCAPED = /^'[=+\-@\t\r\n\0|＝＋－＠]/;

/** Puts an apostrophe before a text that a spreadsheet would take for a formula. */
export const escapeFormula = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `escapeFormula` adds. */
export const unescapeFormula = (text: string): string => (ESCAPED.test(text) ? text.slice(1) : text);
