import type { FailureDetail } from '../contract/common.ts';
import { own, pathOfPointer, pointer } from './json.ts';
import { isFiles, type FieldSchema } from './types.ts';

/** A failed keyword, from either validator. */
export interface Failed {
  /** JSON Pointer to the object or value that failed. */
  pointer: string;
  keyword: string;
  /** The property meant by `required` and `additionalProperties`. */
  property?: string;
}

interface Checked {
  readonly properties: Readonly<Record<string, FieldSchema>>;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '请填写存在的日期，例如 2026-09-01',
  'date-time': '请填写完整的日期和时间',
  time: '请填写时间，例如 14:30',
  email: '邮箱格式不正确',
  uri: '链接格式不正确',
};
const TYPES: Readonly<Record<string, string>> = {
  string: '请填写文字',
  integer: '请填写整数',
  number: '请填写数字',
  boolean: '请选择是或否',
  array: '请选择列出的内容',
  object: '请提交一个 JSON 对象',
};
/** Where one value fails several keywords, the first of these is reported. */
const ORDER = ['type', 'required', 'enum', 'minLength', 'maxLength', 'minimum', 'maximum', 'format', 'pattern'];

/** Kinds whose values are typed and not chosen. */
const TYPED: ReadonlySet<FieldSchema['x-kind']> = new Set([
  undefined,
  'text',
  'mobile',
  'identity-number',
  'address',
  'group',
  'rich-text',
]);

type Explained = Partial<FieldSchema>;

/** The schema of a value inside a field, by the path from the entity. */
function schemaAt(schema: Checked, [name = '', ...inside]: readonly string[]): Explained | undefined {
  let at = own(schema.properties, name) as Explained | undefined;
  for (const part of inside) {
    const { items, properties, additionalProperties }: Explained = at ?? {};
    at = items ?? (own(properties, part) as Explained | undefined) ?? (additionalProperties || undefined);
  }
  return at;
}

const measureOf = (field: Explained | undefined): string =>
  field?.['x-kind'] === 'group' ? '行' : isFiles(field ?? {}) ? '个' : '项';

/** The message for a failed keyword, in Chinese: the field's own `x-message` if it has one. */
export function explain(keyword: string, field: Explained | undefined): string {
  const custom = field?.['x-message']?.[keyword];
  if (custom) return custom;
  switch (keyword) {
    case 'required':
      return isFiles(field ?? {})
        ? `请上传${field?.title ?? ''}`
        : `${field?.enum || !TYPED.has(field?.['x-kind']) ? '请选择' : '请填写'}${field?.title ?? ''}`;
    case 'minLength':
      return field?.minLength === 1 ? `请填写${field.title}` : `至少 ${field?.minLength} 个字`;
    case 'maxLength':
      return `最多 ${field?.maxLength} 个字`;
    case 'minimum':
      return `不能小于 ${field?.minimum}`;
    case 'maximum':
      return `不能大于 ${field?.maximum}`;
    case 'enum':
      return '请从列出的选项中选择';
    case 'type':
      return TYPES[field?.type ?? ''] ?? '内容的类型不对';
    case 'format':
      return FORMATS[field?.format ?? ''] ?? '格式不正确';
    case 'minItems':
      if (field?.minItems === 1) return explain('required', field);
      return `至少 ${field?.minItems} ${measureOf(field)}`;
    case 'maxItems':
      return `最多 ${field?.maxItems} ${measureOf(field)}`;
    case 'uniqueItems':
      return '有重复的项';
    case 'additionalProperties':
      return '没有这个字段，或者它在这里不能填写';
    default:
      return '格式不正确';
  }
}

/** Details for the envelope: every field that failed, once. */
export function explainAll(schema: Checked, failures: readonly Failed[]): FailureDetail[] {
  const rank = ({ keyword }: Failed) => {
    const at = ORDER.indexOf(keyword);
    return at < 0 ? ORDER.length : at;
  };
  const details = new Map<string, FailureDetail>();
  for (const failed of [...failures].sort((a, b) => rank(a) - rank(b))) {
    const place = failed.property === undefined ? failed.pointer : failed.pointer + pointer(failed.property);
    const [name = ''] = pathOfPointer(place);
    // Nodes of formatted text are no fields of a form.
    const isText = own(own(schema.properties, name), 'x-kind') === 'rich-text';
    const field = isText ? pointer(name) : place;
    const path = pathOfPointer(field);
    if (!details.has(field))
      details.set(field, {
        field,
        message: path.length === 0 ? '请提交一个 JSON 对象' : explain(failed.keyword, schemaAt(schema, path)),
      });
  }
  return [...details.values()];
}

/** Ajv's error, as far as it is needed. */
export interface AjvFailure {
  instancePath: string;
  keyword: string;
  params: Readonly<Record<string, unknown>>;
}

export const fromAjv = (errors: readonly AjvFailure[]): Failed[] =>
  errors.map(({ instancePath, keyword, params }) => {
    const property = params['missingProperty'] ?? params['additionalProperty'];
    return { pointer: instancePath, keyword, ...(typeof property === 'string' ? { property } : {}) };
  });

/** @cfworker/json-schema's output unit, as far as it is needed. */
export interface CfworkerFailure {
  instanceLocation: string;
  keyword: string;
  error: string;
}

/** Omits failures that only repeat nested failures; an unknown property is reported once, at the property. */
export const fromCfworker = (units: readonly CfworkerFailure[]): Failed[] =>
  units.flatMap(({ instanceLocation, keyword, error }) => {
    const at = instanceLocation.replace(/^#/, '');
    const property = /"([^"]+)"/.exec(error)?.[1];
    if (keyword === 'properties' || keyword === 'false') return [];
    if (keyword === 'required' || keyword === 'additionalProperties')
      return property === undefined ? [] : [{ pointer: at, keyword, property }];
    return [{ pointer: at, keyword }];
  });
