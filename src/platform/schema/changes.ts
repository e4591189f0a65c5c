import { display } from './columns.ts';
import { isObject, own, sameValue } from './json.ts';
import { codesOf, labelOf } from './labels.ts';
import { mask } from './mask.ts';
import { cellOf } from './sheet.ts';
import { isComposed, isSeveral, type EntitySchema, type FieldKind, type FieldSchema, type MaskKind } from './types.ts';

/** One field of a log entry as text, before and after the change; absent where there was no value. */
export interface Change {
  field: string;
  title: string;
  before?: string;
  after?: string;
}

export interface ChangeReader {
  /** Whether the reader may see this kind of value in clear. */
  reveals: (kind: MaskKind) => boolean;
  /** The display name of an id; undefined where nothing of that id exists any more. */
  nameOf: (kind: FieldKind, id: string) => string | undefined;
}

type Facts = Readonly<Record<string, unknown>>;

const FACTS = codesOf('audit_fact');
const MATCHES: Readonly<Record<string, string>> = {
  contains: '包含',
  equals: '为',
  in: '为',
  from: '不早于或不小于',
  to: '不晚于或不大于',
};

const isScalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** The field of one of several values. */
const oneOf = (field: FieldSchema): FieldSchema => ({
  ...field,
  type: 'string',
  'x-kind': field['x-kind'] === 'rows' ? 'row' : undefined,
});

/** A value as the reader may see it. */
function words(name: string, field: FieldSchema, value: unknown, reader: ChangeReader): string | undefined {
  if (Array.isArray(value) && isSeveral(field))
    return (value as unknown[]).map((each) => words(name, oneOf(field), each, reader)).join('、') || undefined;
  if (isComposed(field)) return display(field, value) || undefined;
  if (!isScalar(value) || value === '') return undefined;
  const { reveals, nameOf } = reader;
  const { 'x-mask': kindOfMask, 'x-kind': kind } = field;
  if (kindOfMask && !reveals(kindOfMask)) return mask(kindOfMask, String(value));
  const known = kind && typeof value === 'string' ? nameOf(kind, value) : undefined;
  return known ?? String(cellOf({ field: name, header: field.title, cell: 'text', schema: field }, value));
}

/** The filters of an exported list; fields that are no longer visible are omitted. */
function filterWords(schema: EntitySchema | undefined, filters: readonly unknown[], reader: ChangeReader): string {
  return filters
    .flatMap((filter) => {
      const name = String(own(filter, 'field') ?? '');
      const field = own(schema?.properties, name) as FieldSchema | undefined;
      if (!field || field['x-hidden'] || field['x-mask']) return [];
      const values = own(filter, 'values');
      const texts = (Array.isArray(values) ? (values as unknown[]) : [own(filter, 'value')]).map(
        (value) => words(name, field, value, reader) ?? display(field, value),
      );
      return [`${field.title}${MATCHES[String(own(filter, 'match'))] ?? ''}${texts.join('、')}`];
    })
    .join('；');
}

/**
 * The content of a log entry under the current schema: hidden and removed fields are omitted, and values are masked as
 * elsewhere. Facts outside the schema are shown where `audit_fact` of `enums.json` names them.
 *
 * @param schema Absent where the entry is about no entity
 */
export function changesOf(
  schema: EntitySchema | undefined,
  before: Facts | null,
  after: Facts | null,
  reader: ChangeReader,
): Change[] {
  const id = schema?.['x-resource'].id;
  const names = new Set([
    ...Object.keys(schema?.properties ?? {}),
    ...Object.keys(before ?? {}),
    ...Object.keys(after ?? {}),
  ]);
  return [...names].flatMap((name): Change[] => {
    const field = own(schema?.properties, name) as FieldSchema | undefined;
    if (name === id || field?.['x-hidden'] || (!field && !FACTS.has(name))) return [];
    const say = (facts: Facts | null): string | undefined => {
      const value = own(facts, name);
      if (field) return words(name, field, value, reader);
      if (Array.isArray(value)) return filterWords(schema, value.filter(isObject), reader) || undefined;
      return isScalar(value) ? String(value) : undefined;
    };
    const [was, is] = [say(before), say(after)];
    if (was === undefined && is === undefined) return [];
    // For a masked field the entry does not say whether the value changed: this would confirm a guess.
    const inPart = field?.['x-mask'] !== undefined && !reader.reveals(field['x-mask']);
    if (!inPart && before && after && sameValue(own(before, name), own(after, name))) return [];
    return [
      {
        field: name,
        title: field?.title ?? labelOf('audit_fact', name),
        ...(was !== undefined && { before: was }),
        ...(is !== undefined && { after: is }),
      },
    ];
  });
}
