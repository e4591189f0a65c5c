import { documentOf } from '../rich-text/rich-text.ts';
import { isDay } from './days.ts';
import { isRange } from './ranges.ts';
import { readRange, readTime } from './sheet-time.ts';
import type { FieldSchema, FieldValue, Scalar } from './types.ts';
import { TIME_ZONE_OFFSET } from './wall-clock.ts';

/**
 * The content of a cell; `at` is a date as the sheet shows it, `YYYY-MM-DD` with or without `THH:mm:ss`. Of a formula
 * only its cached value is read.
 */
export type RawCell = string | number | boolean | { at: string } | null;

/** The meaning of a cell for its field: empty, a value, or the reason why it is invalid. */
export type CellReading = { kind: 'empty' } | { kind: 'value'; value: FieldValue } | { kind: 'wrong'; message: string };

/** The targets of a kind of reference (`x-kind`), by their names in a sheet. */
export interface Choices {
  /** Ids with this name; none, one, or several that share the name. */
  idsOf(name: string): readonly string[];
  /** Names in the order of the template's drop-down. */
  names: readonly string[];
}

const EMPTY: CellReading = { kind: 'empty' };
const value = (of: FieldValue): CellReading => ({ kind: 'value', value: of });
const wrong = (message: string): CellReading => ({ kind: 'wrong', message });

/** Largest exact integer in a sheet: spreadsheets round numbers of 16 and more digits. */
const EXACT_MAX = 999_999_999_999_999;
const DIGITS_LOST = '位数已被表格软件改动，请把这一列设为“文本”格式，再重新填写';
/** `1.10101E+17`: how a sheet shows a long number that it took for one. */
const SCIENTIFIC = /^\d(\.\d+)?[Ee]\+\d+$/;
/** Invisible characters that copying out of web pages and chats leaves in cells. */
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff\u00ad]/g;

/** Text without invisible characters, trimmed of all kinds of spaces. */
export const cleanText = (text: string): string => text.replace(INVISIBLE, '').trim();

/** Full-width letters, digits, signs and spaces in their ordinary form. */
export const halfWidth = (text: string): string => text.normalize('NFKC');

/** How names are compared: width, spaces and case do not count. */
export const nameKey = (text: string): string => halfWidth(cleanText(text)).replace(/\s+/g, '').toLowerCase();

/** A cell as displayed text, for lists of a file's content. */
export function cellText(cell: RawCell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.at.replace('T', ' ').replace(/ 00:00:00$/, '');
  if (typeof cell === 'boolean') return cell ? '是' : '否';
  return cleanText(String(cell));
}

/** Whether a text matches a pattern of a schema. */
export type Matches = (pattern: string, text: string) => boolean;

/**
 * @param matches Injected, because only the server has the engine for patterns that tenants write
 * @param choices Of the field's kind, where it refers to other things
 */
export function readCell(field: FieldSchema, cell: RawCell, matches: Matches, choices?: Choices): CellReading {
  if (cellText(cell) === '') return EMPTY;
  if (field['x-kind'] === 'rich-text') return value(documentOf(cellText(cell)));
  if (field.type === 'array') return readSeveral(field, cellText(cell), choices);
  if (choices) return readName(cellText(cell), choices);
  if (field.enum) return readCode(field, cell);
  if (field.type === 'boolean') return readBoolean(field, cell);
  if (field.type === 'integer' || field.type === 'number') return readNumber(field, cell);
  if (isRange(field))
    return readAs(readRange(field, cellText(cell), moment), cell, '时间段', RANGE_EXAMPLE[field['x-kind'] ?? '']);
  if (field.format === 'time')
    return readAs(readTime(typeof cell === 'boolean' || cell === null ? cellText(cell) : cell), cell, '时间', '14:30');
  if (field.format === 'date') return readDay(cell);
  if (field.format === 'date-time') return readInstant(cell);
  return readText(field, cell, matches);
}

const RANGE_EXAMPLE: Readonly<Record<string, string>> = {
  'time-range': '14:00-15:30',
  'date-time-range': '2026-09-01 14:00-15:30',
};
const readAs = (read: string | undefined, cell: RawCell, what: string, example = ''): CellReading =>
  read === undefined ? wrong(`“${cellText(cell)}”不是能识别的${what}，例如 ${example}`) : value(read);

/** Several values in one cell. */
export const partsOfCell = (text: string): string[] =>
  text
    .split(/[、,，;；\n]/)
    .map(cleanText)
    .filter((part) => part !== '');

function readSeveral(field: FieldSchema, text: string, choices: Choices | undefined): CellReading {
  const found: Scalar[] = [];
  for (const part of partsOfCell(text)) {
    const reading = choices ? readName(part, choices) : readCode(field, part);
    if (reading.kind !== 'value') return reading;
    found.push(...([reading.value].flat() as Scalar[]));
  }
  return value([...new Set(found)]);
}

function readName(name: string, choices: Choices): CellReading {
  const ids = choices.idsOf(name);
  const [id] = ids;
  if (id === undefined) return wrong(`没有“${name}”，或者它不在您的管理范围内`);
  return ids.length === 1 ? value(id) : wrong(`有 ${ids.length} 个“${name}”，请按模板下拉列表中的写法填写`);
}

function readCode(field: FieldSchema, cell: RawCell): CellReading {
  const key = nameKey(cellText(cell));
  const found =
    field.enum?.find((code) => nameKey(field['x-labels']?.[String(code)] ?? '') === key) ??
    field.enum?.find((code) => nameKey(String(code)) === key);
  if (found !== undefined) return value(found);
  const labels = field.enum?.map((code) => field['x-labels']?.[String(code)] ?? String(code)) ?? [];
  return wrong(
    `没有“${cellText(cell)}”这个选项，可以填写：${labels.slice(0, 12).join('、')}${labels.length > 12 ? ' 等' : ''}`,
  );
}

const YES = ['是', 'true', '1', 'y', 'yes', '√', '✓', '有', '对'];
const NO = ['否', 'false', '0', 'n', 'no', '×', 'x', '无', '不'];

function readBoolean(field: FieldSchema, cell: RawCell): CellReading {
  const text = nameKey(cellText(cell));
  const called = Object.entries(field['x-labels'] ?? {}).find(([, label]) => nameKey(label) === text)?.[0];
  if (called !== undefined) return value(called === 'true');
  return YES.includes(text) ? value(true) : NO.includes(text) ? value(false) : wrong('请填写“是”或“否”');
}

/** A unit after the number, or the best value of a rating, is left out. */
function withoutUnit({ 'x-unit': unit, 'x-kind': kind, maximum }: FieldSchema, text: string): string {
  const suffix = kind === 'rating' ? `/${maximum ?? ''}` : halfWidth(unit ?? '');
  return suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
}

function readNumber(field: FieldSchema, cell: RawCell): CellReading {
  if (typeof cell === 'number') return value(cell);
  const text = withoutUnit(field, halfWidth(cellText(cell)).replace(/[,\s]/g, ''));
  // The schema checks fractions and bounds.
  return /^[-+]?\d{1,15}(\.\d{1,10})?$/.test(text) ? value(Number(text)) : wrong(`“${cellText(cell)}”不是数字`);
}

const WRONG_DAY = '请填写存在的日期，例如 2026-09-01';
/** Day zero of spreadsheets: 1 January 1900 is day 1, and the non-existent leap day of 1900 is counted. */
const SHEET_EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

const fromSerial = (serial: number): string =>
  serial >= 1 && serial < 100_000 ? new Date(SHEET_EPOCH + Math.round(serial * DAY_MS)).toISOString().slice(0, 19) : '';
const two = (part: string | undefined) => (part ?? '').padStart(2, '0');

/**
 * `YYYY-MM-DDTHH:mm:ss` of a date in any common notation; empty where it is not a date. Ambiguous day and month are
 * never guessed.
 */
function moment(cell: RawCell): string {
  if (typeof cell === 'number') return cell >= 10_000_000 ? moment(String(cell)) : fromSerial(cell);
  if (typeof cell === 'object' && cell !== null) return cell.at.includes('T') ? cell.at : `${cell.at}T00:00:00`;
  const text = halfWidth(cellText(cell));
  const parts =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T\s]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?(?:\.\d+)?)?$/.exec(
      text,
    ) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (parts)
    return `${parts[1]}-${two(parts[2])}-${two(parts[3])}T${two(parts[4] ?? '0')}:${two(parts[5] ?? '0')}:${two(parts[6] ?? '0')}`;
  // A date that a sheet shows as its number, in a column of text.
  return /^\d{5}$/.test(text) ? fromSerial(Number(text)) : '';
}

function readDay(cell: RawCell): CellReading {
  const day = moment(cell).slice(0, 10);
  return isDay(day) ? value(day) : wrong(`“${cellText(cell)}”不是能识别的日期，${WRONG_DAY}`);
}

function readInstant(cell: RawCell): CellReading {
  const at = moment(cell);
  return isDay(at.slice(0, 10)) && /T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(at)
    ? value(`${at}${TIME_ZONE_OFFSET}`)
    : wrong(`“${cellText(cell)}”不是能识别的时间，例如 2026-09-01 08:30`);
}

function readText(field: FieldSchema, cell: RawCell, matches: Matches): CellReading {
  if (typeof cell === 'number') {
    if (Math.abs(cell) > EXACT_MAX) return wrong(`这一格是超过 15 位的数字，${DIGITS_LOST}`);
    return value(String(cell));
  }
  const text = typeof cell === 'string' ? cleanText(cell) : cellText(cell);
  if (field['x-kind'] !== 'text' && SCIENTIFIC.test(text)) return wrong(`“${text}”是科学记数法，${DIGITS_LOST}`);
  if (field['x-kind'] === 'mobile' || field['x-kind'] === 'identity-number')
    return value(halfWidth(text).replace(/[\s-]/g, '').toUpperCase());
  // Numbers and codes typed with a Chinese keyboard; names and remarks stay as they are written.
  if (field.pattern !== undefined && !matches(field.pattern, text)) {
    const plain = halfWidth(text).replace(/\s+/g, '');
    if (matches(field.pattern, plain)) return value(plain);
  }
  return value(text);
}
