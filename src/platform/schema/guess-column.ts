import { INTEGER_MAX } from './fits.ts';
import { cellText, nameKey, readCell, type RawCell } from './sheet-cell.ts';
import type { FieldSchema } from './types.ts';
import { valueProblem } from './value-problem.ts';

/** The meaning of a column, without its title and places. */
export type GuessedField = Omit<FieldSchema, 'title'>;

/** Different values of a column that are kept. */
const KEPT = 50;
/** Most options of a guessed choice, and the characters of one. */
const OPTIONS_MAX = 12;
const OPTION_LENGTH = 20;
/** Rows for each option: with fewer, the column is no choice among few values. */
const ROWS_PER_OPTION = 2;
const EXAMPLES = 3;
const LINE_MAX = 50;
const TEXTS = [500, 2000, 5000] as const;
const DECIMALS_MAX = 4;
/** Digits of a number that people calculate with; longer ones are numbers of things. */
const DIGITS_MAX = 9;

const never = () => false;
const titled = (field: GuessedField): FieldSchema => ({ ...field, title: '' });

/** Whether a cell is a value of a field, as an import would read it. */
function reads(field: GuessedField, cell: RawCell): boolean {
  const reading = readCell(titled(field), cell, never);
  return reading.kind === 'value' && valueProblem(titled(field), reading.value) === undefined;
}

const isDigits = (cell: RawCell) => typeof cell === 'number' || /^\d+$/.test(cellText(cell));

/** Numbers that may be added up: not `007`, and not as long as the number of a person or a thing. */
function isAmount(cell: RawCell): boolean {
  const text = cellText(cell).replace(/[,，\s]/g, '');
  const parts = /^[-+]?(\d+)(\.\d+)?$/.exec(text);
  const whole = parts?.[1] ?? '';
  return whole !== '' && whole.length <= DIGITS_MAX && !/^0\d/.test(whole) && Math.abs(Number(text)) <= INTEGER_MAX;
}

const decimalsOf = (cell: RawCell): number => /\.(\d+)$/.exec(cellText(cell))?.[1]?.length ?? 0;
const hasTime = (cell: RawCell) =>
  typeof cell === 'object' && cell !== null ? /T(?!00:00:00)/.test(cell.at) : /\d:\d\d/.test(cellText(cell));

const YES_NO: GuessedField = { type: 'boolean' };
const MOBILE: GuessedField = { type: 'string', 'x-kind': 'mobile' };
const IDENTITY: GuessedField = { type: 'string', 'x-kind': 'identity-number' };
const TIME: GuessedField = { type: 'string', format: 'time' };
const DAY: GuessedField = { type: 'string', format: 'date' };
const INSTANT: GuessedField = { type: 'string', format: 'date-time' };

/** Kinds that all filled cells of a column must have, the first that fits being the guess. */
const CANDIDATES: readonly { field: GuessedField; fits: (cell: RawCell) => boolean }[] = [
  { field: YES_NO, fits: (cell) => !isDigits(cell) && reads(YES_NO, cell) },
  { field: MOBILE, fits: (cell) => reads(MOBILE, cell) },
  { field: IDENTITY, fits: (cell) => reads(IDENTITY, cell) },
  { field: TIME, fits: (cell) => !isDigits(cell) && /^\d{1,2}[:：]\d\d/.test(cellText(cell)) && reads(TIME, cell) },
  { field: DAY, fits: (cell) => !isDigits(cell) && !hasTime(cell) && reads(DAY, cell) },
  { field: INSTANT, fits: (cell) => !isDigits(cell) && reads(INSTANT, cell) },
  { field: { type: 'integer' }, fits: (cell) => isAmount(cell) && decimalsOf(cell) === 0 },
  { field: { type: 'number' }, fits: (cell) => isAmount(cell) && decimalsOf(cell) <= DECIMALS_MAX },
];

/** What a column of a sheet holds, and what its field might be. */
export interface GuessedColumn {
  field: GuessedField;
  /** Filled cells. */
  filled: number;
  /** Whether no two cells are equal. */
  distinct: boolean;
  examples: string[];
  /** Different texts, the first of them. */
  texts: string[];
}

/** Looks at the cells of a column, one after another, and keeps only what a guess needs. */
export class ColumnWatch {
  #left = CANDIDATES;
  #filled = 0;
  #length = 0;
  #decimals = 0;
  #isLines = false;
  readonly #texts = new Map<string, string>();
  #isFew = true;
  #seen: Set<string> | undefined = new Set();

  /** @param room Whether one more value may be kept, to see whether values repeat */
  add(cell: RawCell, room: () => boolean): void {
    const text = cellText(cell);
    if (text === '') return;
    this.#filled++;
    this.#left = this.#left.filter(({ fits }) => fits(cell));
    this.#length = Math.max(this.#length, [...text].length);
    this.#decimals = Math.max(this.#decimals, decimalsOf(cell));
    this.#isLines ||= text.includes('\n');
    const key = nameKey(text);
    if (this.#texts.size < KEPT) this.#texts.set(key, this.#texts.get(key) ?? text);
    else if (!this.#texts.has(key)) this.#isFew = false;
    // Room is taken only while the values are kept.
    if (this.#seen && (this.#seen.has(key) || !room())) this.#seen = undefined;
    this.#seen?.add(key);
  }

  result(): GuessedColumn {
    const texts = [...this.#texts.values()];
    return {
      field: this.#guess(texts),
      filled: this.#filled,
      distinct: this.#filled > 0 && this.#seen !== undefined,
      examples: texts.slice(0, EXAMPLES),
      texts,
    };
  }

  #guess(texts: readonly string[]): GuessedField {
    const [first] = this.#filled > 0 ? this.#left : [];
    if (first?.field.type === 'number') return { ...first.field, 'x-decimals': this.#decimals };
    if (first) return first.field;
    const isChoice =
      this.#isFew &&
      texts.length > 1 &&
      texts.length <= OPTIONS_MAX &&
      this.#filled >= texts.length * ROWS_PER_OPTION &&
      texts.every((text) => [...text].length <= OPTION_LENGTH);
    if (isChoice) return choiceOf(texts);
    if (this.#length <= LINE_MAX && !this.#isLines) return { type: 'string', maxLength: LINE_MAX };
    return { type: 'string', 'x-kind': 'text', maxLength: TEXTS.find((max) => this.#length <= max) ?? TEXTS[2] };
  }
}

const choiceOf = (texts: readonly string[]): GuessedField => {
  const codes = texts.map((_, i) => `o_${i + 1}`);
  return {
    type: 'string',
    enum: codes,
    'x-labels': Object.fromEntries(codes.map((code, i) => [code, texts[i] ?? ''])),
  };
};
