import type { MaskKind } from './types.ts';

const STAR = '*';
const letters = (text: string) => [...text];
/** Keeps the first `head` and last `tail` characters; a shorter text is masked completely. */
const keep =
  (head: number, tail: number) =>
  (text: string): string => {
    const all = letters(text);
    const hidden = all.length - head - tail;
    return hidden < 1
      ? STAR.repeat(all.length)
      : [...all.slice(0, head), STAR.repeat(hidden), ...(tail > 0 ? all.slice(-tail) : [])].join('');
  };

/** Cards of 15 digits look the same: their length would date them. */
const ID_CARD_LENGTH = 18;

/**
 * The masked form of a value (`spec §6`: phones lose the middle four digits, other values are partly masked). Address
 * and text keep only their beginning; their length is hidden, because it is information too. Of an identity number
 * nothing is shown: birth date and sex stand beside it, an address may name the region, and its check digit leaves one
 * in eleven of the rest.
 */
const masks: Readonly<Record<MaskKind, (text: string) => string>> = {
  phone: (text) => (/^\d{11}$/.test(text) ? keep(3, 4)(text) : keep(2, 2)(text)),
  name: (text) => {
    const all = letters(text);
    if (all.length < 2) return STAR;
    return all.length === 2 ? `${all[0]}${STAR}` : keep(1, 1)(text);
  },
  'id-card': () => STAR.repeat(ID_CARD_LENGTH),
  address: (text) => {
    const all = letters(text);
    return `${all.slice(0, Math.min(6, Math.floor(all.length / 2))).join('')}****`;
  },
  text: (text) => `${letters(text).slice(0, 1).join('')}****`,
};

/**
 * A value as shown to a role that may not see this kind in clear. Runs on the server; the browser never gets the clear
 * value.
 */
export const mask = (kind: MaskKind, value: string): string => (value === '' ? '' : masks[kind](value));
