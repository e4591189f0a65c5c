import { createHash } from 'node:crypto';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import fastJson from 'fast-json-stringify';
import type { FailureDetail } from '../../contract/common.ts';
import { lazily } from '../../runtime/server/lazily.ts';
import { compact, isEmptyValue } from '../composed.ts';
import { explain, explainAll, fromAjv } from '../explain.ts';
import { fileFields, filesKeyOf } from '../file-fields.ts';
import { isCleanText } from '../fits.ts';
import { inputSchema, type InputSchema } from '../form.ts';
import { isObject, pointer, type JsonObject } from '../json.ts';
import { nameKeyOf, ownReferences } from '../references.ts';
import { fieldsOf, type EntitySchema, type FieldSchema } from '../types.ts';
import { valueProblems } from '../value-problem.ts';

export type EntityWrite = 'create' | 'update';

/** An entity of one or more tenants: what it accepts and how it is answered. Compiled on first use. */
export interface Entity {
  readonly name: string;
  /** Merged with the tenant's overlay, enums expanded. */
  readonly schema: EntitySchema;
  /** Hash of the schema; equal schemas share one entity across tenants. */
  readonly version: string;
  /**
   * Everything that is wrong with a body. Null and empty text mean no value: absent on create, cleared on update. An
   * update may carry any part of the fields, and the `updated_at` that its sender has seen.
   */
  check(op: EntityWrite, body: unknown): FailureDetail[];
  /** `data` of a row; omits fields that the schema does not declare, or hides. */
  stringifyRow(row: JsonObject): string;
  /** `data` of a list. */
  stringifyList(data: { total: number; items: readonly JsonObject[] }): string;
}

export const versionOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** The schema of an update: nothing is required, and the client may send the version of the row that it has seen. */
function updateSchema(schema: EntitySchema): InputSchema {
  const input = inputSchema(schema, 'edit');
  const seen: FieldSchema = { type: 'string', title: '更新时间', format: 'date-time' };
  return {
    ...input,
    required: [],
    properties: 'updated_at' in schema.properties ? { ...input.properties, updated_at: seen } : input.properties,
  };
}

interface Answered {
  type: FieldSchema['type'];
  additionalProperties?: true;
  items?: object;
}

/** A list or structure was validated when it was stored; it is answered as it is. */
const answered = (type: FieldSchema['type']): Answered => ({
  type,
  ...(type === 'object' && { additionalProperties: true }),
  ...(type === 'array' && { items: {} }),
});

/** All texts of a value with their places, and the name of the part that they are. */
function* textsIn(value: unknown, at: string, inner = ''): Generator<{ at: string; text: string; inner: string }> {
  if (typeof value === 'string') yield { at, text: value, inner };
  else if (Array.isArray(value)) for (const [i, one] of value.entries()) yield* textsIn(one, at + pointer(i), inner);
  else if (isObject(value)) for (const [key, one] of Object.entries(value)) yield* textsIn(one, at + pointer(key), key);
}

/** Whether a text may have several lines: a text field, a part of a structure, a text field of a group. */
const isMultiline = (field: FieldSchema | undefined, inner: string): boolean =>
  field?.['x-kind'] === 'text' ||
  (field?.type === 'object' && field['x-kind'] !== 'rich-text') ||
  field?.['x-fields']?.find(({ name }) => name === inner)?.['x-kind'] === 'text';

/** @param ajv Compiles input; shared by the entities of one generation of schemas */
export function makeEntity(schema: EntitySchema, version: string, ajv: Ajv2020): Entity {
  const checked = (input: InputSchema) => ({ input, validate: ajv.compile(input) });
  const inputs = {
    create: lazily(() => checked(inputSchema(schema, 'create'))),
    update: lazily(() => checked(updateSchema(schema))),
  };
  const row = {
    type: 'object',
    properties: Object.fromEntries<Answered>([
      ...fieldsOf(schema).map(([name, { type }]) => [name, answered(type)] as const),
      ...ownReferences(schema).map(
        ({ field, several }) => [nameKeyOf(field), answered(several ? 'array' : 'string')] as const,
      ),
      ...fileFields(schema).map(([name]) => [filesKeyOf(name), answered('array')] as const),
    ]),
  } as const;
  const stringify = lazily(() => ({
    row: fastJson(row),
    list: fastJson({
      type: 'object',
      properties: { total: { type: 'integer' }, items: { type: 'array', items: row } },
    }),
  }));

  return {
    name: schema.$id,
    schema,
    version,
    check(op, body) {
      const { input, validate } = inputs[op]();
      if (!isObject(body)) return [{ field: '', message: '请提交一个 JSON 对象' }];
      const entries = Object.entries(body);
      const given = Object.fromEntries(
        entries.flatMap(([name, value]) => {
          const field = schema.properties[name];
          if (isEmptyValue(field, value) && Object.hasOwn(input.properties, name)) return [];
          return [[name, field ? compact(field, value) : value]];
        }),
      );
      const details = validate(given) ? [] : explainAll(input, fromAjv(validate.errors ?? []));
      if (op === 'update') {
        for (const [name, value] of entries)
          if (isEmptyValue(schema.properties[name], value) && schema.required.includes(name))
            details.push({ field: pointer(name), message: explain('required', schema.properties[name]) });
      }
      const reported = new Set(details.map(({ field }) => field));
      for (const problem of valueProblems(input.properties, given, op === 'update', reported))
        if (!reported.has(problem.field)) details.push(problem);
      for (const [name, value] of Object.entries(given)) {
        const field = schema.properties[name];
        for (const { at, text, inner } of textsIn(value, pointer(name)))
          if (!reported.has(at) && !isCleanText(text, isMultiline(field, inner)))
            details.push({ field: at, message: '含有不能保存的字符（换行或控制字符）' });
      }
      return details;
    },
    stringifyRow: (data) => stringify().row(data),
    stringifyList: (data) => stringify().list(data),
  };
}
