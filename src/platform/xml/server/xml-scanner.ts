/** What a scanner reports. Names are without their prefix. */
export interface XmlHandler {
  open(name: string, tag: string): void;
  /** Only between tags for which `open` set `wanted`. */
  text(text: string): void;
  close(name: string): void;
}

/** The errors that a scanner throws, in the words of the reader of the source. */
export interface XmlFaults {
  /** A text or a tag is too long. */
  tooLong: () => Error;
  /** The source is no XML, too deep, or declares a document type. */
  broken: () => Error;
}

/** Longest tag, in characters. */
const TAG_MAX = 2 ** 16;
/** Longest text between two tags: the longest cell, each character written as an entity of eight. */
const TEXT_MAX = 8 * 32_767;
/** Deepest nesting; workbooks have less than twenty. */
const DEPTH_MAX = 64;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of an XML source. */
export const decodeEntities = (source: string): string =>
  source.includes('&')
    ? source.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-z]{2,4});/g, (entity, name: string) => {
        if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
        const code = Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1));
        return code <= 0x10_ffff ? String.fromCodePoint(code) : entity;
      })
    : source;

const patterns = new Map<string, RegExp>();

/** The value of an attribute in the source of a tag. */
export function attributeOf(tag: string, name: string): string | undefined {
  let pattern = patterns.get(name);
  if (!pattern) patterns.set(name, (pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)));
  const match = pattern.exec(tag);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : decodeEntities(value);
}

const nameOf = (tag: string): string => {
  const [name = ''] = /^[^\s/]*/.exec(tag) ?? [];
  return name.slice(name.indexOf(':') + 1);
};

/**
 * Reads XML in pieces and keeps no more of it than one tag or one text. Tags must match, and nothing may be longer or
 * deeper than workbooks need.
 */
export class XmlScanner {
  /** Whether texts are reported; handlers set it when tags open and close. */
  wanted = false;
  /** Characters before the current tag or text. */
  position = 0;
  readonly #handler: XmlHandler;
  readonly #faults: XmlFaults;
  readonly #open: string[] = [];
  #rest = '';

  constructor(handler: XmlHandler, faults: XmlFaults) {
    this.#handler = handler;
    this.#faults = faults;
  }

  push(piece: string): void {
    const source = this.#rest + piece;
    let at = 0;
    while (at < source.length) {
      const next = source[at] === '<' ? this.#markup(source, at) : this.#text(source, at);
      if (next === -1) break;
      this.position += next - at;
      at = next;
    }
    this.#rest = source.slice(at);
    if (this.#rest.length > (this.#rest.startsWith('<') ? TAG_MAX : TEXT_MAX)) throw this.#faults.tooLong();
  }

  end(): void {
    if (this.#open.length > 0 || this.#rest.trim() !== '') throw this.#faults.broken();
  }

  #text(source: string, at: number): number {
    const end = source.indexOf('<', at);
    if (end === -1) return -1;
    if (end - at > TEXT_MAX) throw this.#faults.tooLong();
    if (this.wanted) this.#handler.text(decodeEntities(source.slice(at, end)));
    return end;
  }

  /** @returns Where it ends; -1 where the source ends before */
  #markup(source: string, at: number): number {
    const mark = source[at + 1];
    if (mark === '?') return this.#skip(source, at, '?>');
    if (mark === '!') return this.#special(source, at);
    const end = tagEnd(source, at);
    if (end === -1) return -1;
    if (end - at > TAG_MAX) throw this.#faults.tooLong();
    if (mark === '/') this.#close(nameOf(source.slice(at + 2, end)));
    else {
      const empty = source[end - 1] === '/';
      const tag = source.slice(at + 1, empty ? end - 1 : end);
      const name = nameOf(tag);
      if (this.#open.push(name) > DEPTH_MAX) throw this.#faults.broken();
      this.#handler.open(name, tag);
      if (empty) this.#close(name);
    }
    return end + 1;
  }

  #close(name: string): void {
    if (this.#open.pop() !== name) throw this.#faults.broken();
    this.#handler.close(name);
  }

  /** Comments and CDATA; a document type is refused, because no source here has one and entities can be defined in it. */
  #special(source: string, at: number): number {
    if (source.startsWith('<!--', at)) return this.#skip(source, at, '-->');
    if (source.startsWith('<![CDATA[', at)) {
      const end = this.#skip(source, at, ']]>');
      if (end !== -1 && this.wanted) this.#handler.text(source.slice(at + 9, end - 3));
      return end;
    }
    if (source.length - at >= 9) throw this.#faults.broken();
    return -1;
  }

  #skip(source: string, at: number, mark: string): number {
    const end = source.indexOf(mark, at + 2);
    return end === -1 ? -1 : end + mark.length;
  }
}

/** The index of the `>` that ends a tag, outside of attribute values; -1 where the source ends before. */
function tagEnd(source: string, at: number): number {
  let quote = 0;
  for (let i = at + 1; i < source.length; i++) {
    const code = source.charCodeAt(i);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 62) return i;
    else if (code === 34 || code === 39) quote = code;
  }
  return -1;
}
