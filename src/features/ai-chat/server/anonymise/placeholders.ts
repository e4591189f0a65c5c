import { canonical } from './fold.ts';
import { KINDS, type Kind } from './kinds.ts';

/** The replaced words of a conversation: text by placeholder, as it was first written. */
export type Replaced = Readonly<Record<string, string>>;

const kinds = KINDS.join('|');
/** Also as a model may write it: in other brackets, with a space, in full-width digits. */
const WRITTEN = new RegExp(`[〔【［\\[]\\s?(${kinds})\\s?([0-9０-９]{1,4})\\s?[〕】］\\]]`, 'g');
const OPENING = /[〔【［[]/g;
/** The longest placeholder with its spaces. */
const LONGEST = 14;

const nameOf = (kind: string, n: number): string => `〔${kind}${n}〕`;

/** Parts of a text that look like placeholders, also those that a person typed. */
export const placeholderLike = (text: string): readonly { from: number; to: number }[] =>
  [...text.matchAll(WRITTEN)].map(({ 0: found, index }) => ({ from: index, to: index + found.length }));

/** Placeholders of one conversation: the same word always gets the same one. */
export class Placeholders {
  readonly #texts: Map<string, string>;
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(replaced: Replaced = {}) {
    this.#texts = new Map(Object.entries(replaced));
    for (const [name, text] of this.#texts) {
      const [, kind = '', n = ''] = [...name.matchAll(WRITTEN)][0] ?? [];
      this.#names.set(canonical(text), name);
      this.#counts.set(kind, Math.max(this.#counts.get(kind) ?? 0, Number(n)));
    }
  }

  /** The placeholder of a text; a new one when it was not replaced before. */
  nameFor(kind: Kind, text: string): string {
    const key = canonical(text);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const n = (this.#counts.get(kind) ?? 0) + 1;
    const name = nameOf(kind, n);
    this.#counts.set(kind, n);
    this.#names.set(key, name);
    this.#texts.set(name, text);
    return name;
  }

  /** Canonical forms of all replaced texts with their kinds. */
  *known(): Generator<{ form: string; kind: Kind }> {
    for (const [form, name] of this.#names) {
      const kind = KINDS.find((one) => name.startsWith(`〔${one}`));
      if (kind !== undefined) yield { form, kind };
    }
  }

  get replaced(): Replaced {
    return Object.fromEntries(this.#texts);
  }
  get size(): number {
    return this.#texts.size;
  }

  /** Puts the words back; a placeholder that was never given out stays as it is. */
  restore(text: string): string {
    return text.replaceAll(
      WRITTEN,
      (written: string, kind: string, n: string) =>
        this.#texts.get(nameOf(kind, Number(n.normalize('NFKC')))) ?? written,
    );
  }

  /** Puts the words back into a text that arrives in parts, also where a placeholder is divided between two. */
  restorer(): { push(part: string): string; end(): string } {
    let held = '';
    return {
      push: (part) => {
        const text = held + part;
        const open = [...text.matchAll(OPENING)].at(-1)?.index ?? -1;
        const tail = open === -1 ? '' : text.slice(open);
        const isUnfinished = tail !== '' && tail.length < LONGEST && !/[〕】］\]]/.test(tail);
        held = isUnfinished ? tail : '';
        return this.restore(isUnfinished ? text.slice(0, open) : text);
      },
      end: () => {
        const rest = this.restore(held);
        held = '';
        return rest;
      },
    };
  }
}
