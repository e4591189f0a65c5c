import { checkEntity } from '../check-entity.ts';
import { describeVocabulary } from '../describe-vocabulary.ts';
import { isObject, own } from '../json.ts';
import { expandEnums, settle } from '../merge.ts';
import { inSharedTable } from '../own-resource.ts';
import type { Finding } from '../problem.ts';
import { findUnknownReferences } from '../references.ts';
import type { EntitySchema, EnumLists } from '../types.ts';
import { compileVocabulary, type Vocabulary } from './ajv.ts';
import type { Parsed, SchemaFiles } from './files.ts';

export interface CoreProblem extends Finding {
  file: string;
}

/** A file that every tenant relies on is wrong: the product cannot start with it. */
export class SchemaError extends Error {
  readonly problems: readonly CoreProblem[];

  constructor(problems: readonly CoreProblem[]) {
    super(
      `资源定义有误：\n${problems.map(({ file, pointer, reason, fix }) => `  ${file}${pointer && `#${pointer}`}：${reason}。${fix}`).join('\n')}`,
    );
    this.name = 'SchemaError';
    this.problems = problems;
  }
}

/** The schemas that all tenants start from. */
export interface Core {
  vocabulary: Vocabulary;
  enums: EnumLists;
  /** Checked, enums expanded; in the order of the file names. */
  entities: ReadonlyMap<string, EntitySchema>;
}

/**
 * Reads the files that are common to all tenants.
 *
 * @throws SchemaError naming every problem of every file
 */
export function readCore(files: SchemaFiles): Core {
  const problems: CoreProblem[] = [];
  const refuse = (file: string, findings: readonly Finding[]) =>
    problems.push(...findings.map((finding) => ({ file, ...finding })));
  const documentOf = ({ file, parsed }: { file: string; parsed: Parsed }): unknown => {
    if ('document' in parsed) return parsed.document;
    refuse(file, [parsed.finding]);
    return undefined;
  };

  const vocabularyDocument = documentOf(files.vocabulary);
  const enums = documentOf(files.enums);
  if (problems.length > 0) throw new SchemaError(problems);
  const vocabulary = compile(files.vocabulary.file, vocabularyDocument);
  refuse(files.enums.file, describeVocabulary(vocabulary.enums(enums)));
  if (problems.length > 0) throw new SchemaError(problems);
  const lists = withResources(enums as EnumLists, files); // the vocabulary has just accepted it

  const entities = new Map<string, EntitySchema>();
  for (const entity of files.entities) {
    const document = documentOf(entity);
    if (document === undefined) continue;
    const expanded = isObject(document) ? expandEnums(document, lists) : document;
    const findings = describeVocabulary(vocabulary.entity(expanded));
    const schema = expanded as EntitySchema; // used only where the vocabulary accepted it
    if (findings.length === 0) findings.push(...checkEntity(schema), ...checkCoreOnly(schema, entity.name));
    refuse(entity.file, findings);
    if (findings.length === 0) entities.set(entity.name, inSharedTable(settle(schema)));
  }
  const known = files.entities.map(({ name }) => name);
  for (const { name, file } of files.entities) {
    const schema = entities.get(name);
    if (schema) refuse(file, findUnknownReferences(schema, known));
  }
  if (problems.length > 0) throw new SchemaError(problems);
  return { vocabulary, enums: lists, entities };
}

/** Resource names for the audit log: every entity by its title, and those that `enums.json` adds. */
function withResources(enums: EnumLists, { entities }: SchemaFiles): EnumLists {
  const titles = entities.flatMap(({ name, parsed }): [string, string][] => {
    const title = 'document' in parsed ? own(parsed.document, 'title') : undefined;
    return typeof title === 'string' ? [[name, title]] : [];
  });
  return { ...enums, audit_resource: { ...Object.fromEntries(titles), ...enums['audit_resource'] } };
}

function compile(file: string, document: unknown): Vocabulary {
  try {
    if (isObject(document)) return compileVocabulary(document);
  } catch (error) {
    throw new SchemaError([
      {
        file,
        pointer: '',
        reason: `不是有效的 JSON Schema：${error instanceof Error ? error.message : String(error)}`,
        fix: '按 JSON Schema 2020-12 改正',
      },
    ]);
  }
  throw new SchemaError([{ file, pointer: '', reason: '不是 JSON 对象', fix: '恢复这个文件' }]);
}

function checkCoreOnly(schema: EntitySchema, fileName: string): Finding[] {
  const marked = Object.entries(schema.properties).find(([, field]) => field['x-tenant'] !== undefined);
  return [
    ...(schema.$id === fileName
      ? []
      : [
          {
            pointer: '/$id',
            reason: `实体名 ${schema.$id} 与文件名 ${fileName} 不同`,
            fix: `改为 "${fileName}"，或者改文件名`,
          },
        ]),
    ...(marked
      ? [{ pointer: `/properties/${marked[0]}/x-tenant`, reason: 'x-tenant 由系统写入', fix: '删去这一项' }]
      : []),
  ];
}
