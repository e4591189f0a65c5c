import { TypeOverrides } from 'pg';

type Parse<T = unknown> = (text: string) => T;

/** Object ids of built-in types; an array has one of its own. */
const textArray = { oid: 1009 };
const int8 = { oid: 20, arrayOid: 1016 };
const date = { oid: 1082, arrayOid: 1182 };
const timestamp = { oid: 1114, arrayOid: 1115 };
const timestamptz = { oid: 1184, arrayOid: 1185 };

/** `2026-01-02 03:04:05.123456+00`, as sessions in UTC answer. */
const utc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/;

/** Node-postgres' own. (Its types call the parameter of a parser a number.) */
const standard = new TypeOverrides();
const standardParser = ({ oid }: { oid: number }) => standard.getTypeParser(oid) as unknown as Parse;

/** ISO 8601 in UTC with milliseconds; what is no instant (`infinity`) stays as it is. */
function instant(text: string): string {
  const [, day, time, fraction = ''] = utc.exec(text) ?? [];
  if (day) return `${day}T${time}.${fraction.padEnd(3, '0')}Z`;
  const parsed = standardParser(timestamptz)(text);
  return parsed instanceof Date ? parsed.toISOString() : text;
}

const asIs = (text: string) => text;

/**
 * How columns become values: int8 a number (counts never come near 2⁵³), timestamptz ISO 8601, date `YYYY-MM-DD`,
 * timestamp and numeric the text, json and jsonb parsed, the rest as node-postgres does it.
 */
export const columnTypes = new TypeOverrides();

export const parserOf = (oid: number): Parse => columnTypes.getTypeParser(oid) as unknown as Parse;

function register<T>({ oid, arrayOid }: { oid: number; arrayOid: number }, parse: Parse<T>): void {
  const texts = standardParser(textArray) as Parse<(string | null)[]>;
  columnTypes.setTypeParser(oid, parse);
  columnTypes.setTypeParser(arrayOid, (text: string) =>
    texts(text).map((element) => (element === null ? null : parse(element))),
  );
}
register(int8, Number);
register(date, asIs);
register(timestamp, asIs);
register(timestamptz, instant);
