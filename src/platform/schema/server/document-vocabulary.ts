import { isObject, own } from '../json.ts';

type Schema = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const cell = (words: string): string => words.replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** A short description of a keyword's allowed content: its values, else its type and limits. */
function holds(schema: Schema, definitions: Schema): string {
  const { $ref, enum: values, const: only, type, minimum, maximum, minLength, maxLength, items } = schema;
  if (typeof $ref === 'string') {
    const meant = own(definitions, $ref.replace('#/$defs/', ''));
    return isObject(meant) ? holds(meant, definitions) : '';
  }
  if (Array.isArray(values)) return values.map(code).join(' ');
  if (only !== undefined) return code(only);
  if (isObject(items)) return `数组：${holds(items, definitions) || '值'}`;
  const limits = [minimum, maximum, minLength, maxLength].some((limit) => limit !== undefined)
    ? `（${[minimum ?? minLength ?? '', maximum ?? maxLength ?? ''].map(String).join('–')}）`
    : '';
  return `${(Array.isArray(type) ? (type as unknown[]) : [type]).filter((one) => typeof one === 'string').join(' / ')}${limits}`;
}

const meaning = (schema: Schema, definitions: Schema): string => {
  if (typeof schema['description'] === 'string') return schema['description'];
  const meant =
    typeof schema['$ref'] === 'string' ? own(definitions, schema['$ref'].replace('#/$defs/', '')) : undefined;
  return text(own(meant, 'description'));
};

/** A line for each keyword, and one for each keyword inside it. */
function lines(properties: unknown, required: readonly string[], definitions: Schema, before = ''): string[] {
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) => {
    if (!isObject(schema)) return [];
    const inner = isObject(schema['properties']) && schema['type'] === 'object' ? schema['properties'] : undefined;
    const must = Array.isArray(schema['required'])
      ? schema['required'].filter((one): one is string => typeof one === 'string')
      : [];
    return [
      `| ${code(before + name)}${required.includes(name) ? ' *' : ''} | ${cell(inner ? '对象' : holds(schema, definitions))} | ${cell(meaning(schema, definitions))} |`,
      ...(inner ? lines(inner, must, definitions, `${before}${name}.`) : []),
    ];
  });
}

const table = (schema: unknown, definitions: Schema): string => {
  const required = own(schema, 'required');
  return [
    '| 关键字 | 值 | 含义 |',
    '|---|---|---|',
    ...lines(own(schema, 'properties'), Array.isArray(required) ? (required as string[]) : [], definitions),
  ].join('\n');
};

/** Terms of encryption at rest. Names on the wire, in files and in storage keep their older words. */
const TERMS = `| 词 | 用于 |
|---|---|
| 加密（encrypt）、解密（decrypt） | 存下来的内容：字段、附件、文件。关键字 \`x-sealed\` 的名字不变，意思就是加密保存 |
| 包裹（wrap）、解开（unwrap） | 数据密钥本身：用主密钥包裹后存放 |
| 锁定（lock）、解锁（unlock） | 服务到期后的数据密钥：改用续期公钥包裹，服务器解不开，续期后解锁 |
| 副署（countersign） | 操作日志的链；文件 \`audit-seals.jsonl\` 的名字不变 |`;

/** The page of all keywords of a schema file, generated from the vocabulary itself, so that both agree. */
export function documentVocabulary(vocabulary: unknown): string {
  const defs = own(vocabulary, '$defs');
  const definitions = isObject(defs) ? defs : {};
  return `<!-- Made from schemas/vocabulary.json by \`npm run gen\`. Do not edit. -->

# ${text(own(vocabulary, 'title'))}

${text(own(vocabulary, 'description'))} 带 * 的必须写。

## 实体

${table(vocabulary, definitions)}

## 资源（\`x-resource\`）

${table(definitions['resource'], definitions)}

## 字段（\`properties\` 中的每一项）

${table(definitions['field'], definitions)}

每行的字段（\`x-fields\` 中的每一项）：

${table(definitions['inner'], definitions)}

## 状态（\`x-resource.states\`）

${table(definitions['states'], definitions)}

每个操作（\`transitions\` 中的一项）：

${table(definitions['transition'], definitions)}

## 视图（\`x-resource.views\` 中的每一项）

${table(definitions['view'], definitions)}

## 排版（\`x-resource.layout\`）

${table(definitions['layout'], definitions)}

每个页签（\`tabs\` 中的一项）：

${table(definitions['tab'], definitions)}

## 自动化（\`x-resource.automations\` 中的每一项）

${table(definitions['automation'], definitions)}

## 打印模板（\`x-resource.prints\` 中的每一项）

${table(definitions['print'], definitions)}

## 加密的用词

${TERMS}
`;
}
