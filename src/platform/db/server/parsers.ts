import { TypeOverrides } from 'pg';

type Parse<T = unknown> = (text: string) => T;

/** Object ids of built-in types and of their arrays. */
const textArray = { oid: 1009 };
const int8 = { oid: 20, arrayOid: 1016 };
const date = { oid: 1082, arrayOid: 1182 };
const timestamp = { oid: 1114, arrayOid: 1115 };
const timestamptz = { oid: 1184, arrayOid: 1185 };

/** `2026-01-02 03:04:05.123456+00`, the format of sessions in UTC. */
const utcTimestamp = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/;

/** Node-postgres' default parsers; the casts exist because its types declare the parameter as a number. */
const standard = new TypeOverrides();
const standardParser = ({ oid }: { oid: number }) => standard.getTypeParser(oid) as unknown as Parse;

/** ISO 8601 in UTC with milliseconds; values without an instant (`infinity`) stay unchanged. */
function parseInstant(text: string): string {
  const [, day, time, fraction = ''] = utcTimestamp.exec(text) ?? [];
  if (day) return `${day}T${time}.${fraction.padEnd(3, '0')}Z`;
  const parsed = standardParser(timestamptz)(text);
  return parsed instanceof Date ? parsed.toISOString() : text;
}

const asIs = (text: string) => text;

/**
 * Parsers by column type: int8 becomes a number (counts stay far below 2⁵³), timestamptz ISO 8601, date `YYYY-MM-DD`,
 * timestamp and numeric text, json and jsonb objects; other types use node-postgres' defaults.
 */
export const columnTypes = new TypeOverrides();

export const parserOf = (oid: number): Parse => columnTypes.getTypeParser(oid) as unknown as Parse;

function register<T>({ oid, arrayOid }: { oid: number; arrayOid: number }, parse: Parse<T>): void {
  const parseTextArray = standardParser(textArray) as Parse<(string | null)[]>;
  columnTypes.setTypeParser(oid, parse);
  columnTypes.setTypeParser(arrayOid, (text: string) =>
    parseTextArray(text).map((element) => (element === null ? null : parse(element))),
  );
}
register(int8, Number);
register(date, asIs);
register(timestamp, asIs);
register(timestamptz, parseInstant);
