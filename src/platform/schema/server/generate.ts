import type { EntitySchema, EnumLists, FieldSchema, ValueSchema } from '../types.ts';
import type { Core } from './core.ts';

const HEADER = '// Made from schemas/ by `npm run gen`. Do not edit.\n';

const pascal = (name: string) => name.replace(/(^|[-_])([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());
const literal = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Codes are numbers where all of a list are. */
function codes(list: EnumLists[string]): string[] {
  const keys = Object.keys(list);
  return keys.every((key) => /^-?\d+$/.test(key))
    ? keys
        .map(Number)
        .sort((a, b) => a - b)
        .map(String)
    : keys.map(literal);
}

function enumText(name: string, list: EnumLists[string]): string {
  const values = codes(list);
  const entries = values.map(
    (value) => `  { value: ${value}, label: ${literal(list[value.replace(/^'|'$/g, '')] ?? '')} },`,
  );
  return `export type ${pascal(name)} = ${values.join(' | ')};
export const ${name.toUpperCase()}: readonly { value: ${pascal(name)}; label: string }[] = [\n${entries.join('\n')}\n];\n`;
}

function typeOf(field: FieldSchema): string {
  if (field['x-enum']) return pascal(field['x-enum']);
  if (field.enum)
    return field.enum.map((value) => (typeof value === 'string' ? literal(value) : String(value))).join(' | ');
  if (field.type === 'object') return structureOf(field);
  return valueOf(field);
}

function valueOf({
  type,
  enum: values,
  items,
}: Pick<ValueSchema, 'enum' | 'items'> & Pick<FieldSchema, 'type'>): string {
  if (values) return values.map((value) => (typeof value === 'string' ? literal(value) : String(value))).join(' | ');
  if (type === 'array') return `readonly (${items ? valueOf(items) : 'unknown'})[]`;
  return type === 'integer' ? 'number' : type;
}

function structureOf({ properties = {}, additionalProperties }: FieldSchema): string {
  const parts = Object.entries(properties).map(([name, part]) => `${name}?: ${valueOf(part)}`);
  if (additionalProperties) parts.push(`[name: string]: ${valueOf(additionalProperties)}`);
  return `{ ${parts.join('; ')} }`;
}

/** The wire omits fields without a value: only id, label and fields required on create are always present. */
function entityText({ $id, title, required, properties, 'x-resource': { id, label } }: EntitySchema): string {
  const always = new Set([id, label, ...required]);
  const fields = Object.entries(properties).map(
    ([name, field]) => `  /** ${field.title} */\n  ${name}${always.has(name) ? '' : '?'}: ${typeOf(field)};`,
  );
  return `/** ${title} */\nexport interface ${pascal($id)} {\n${fields.join('\n')}\n}\n`;
}

/** Path of the page generated from the schemas, from the project's root; a test checks that it is up to date. */
export const VOCABULARY_PAGE = '.readme/vocabulary.md';

/**
 * `src/platform/schema/generated`: types of the entities as all tenants have them, and the codes with their labels;
 * file name → text.
 */
export function generate({ entities, enums }: Core): ReadonlyMap<string, string> {
  const schemas = [...entities.values()];
  const used = [
    ...new Set(
      schemas.flatMap(({ properties }) => Object.values(properties).flatMap((field) => field['x-enum'] ?? [])),
    ),
  ]
    .map(pascal)
    .sort();
  return new Map([
    [
      'enums.ts',
      `${HEADER}\n${Object.entries(enums)
        .map(([name, list]) => enumText(name, list))
        .join('\n')}`,
    ],
    [
      'entities.ts',
      `${HEADER}import type { ${used.join(', ')} } from './enums.ts';\n\n${schemas.map(entityText).join('\n')}`,
    ],
  ]);
}
