import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { readCore, SchemaError } from '../../../src/platform/schema/server/core.ts';
import { documentVocabulary } from '../../../src/platform/schema/server/document-vocabulary.ts';
import { readSchemaFiles } from '../../../src/platform/schema/server/files.ts';
import { generate, VOCABULARY_PAGE } from '../../../src/platform/schema/server/generate.ts';
import { openSchemas } from '../../../src/platform/schema/server/registry.ts';
import { reportSchemas } from '../../../src/platform/schema/server/report.ts';
import { AREAS, schemaFolder } from './folder.ts';

const schemas = path.join(root, 'schemas');
type Json = Record<string, unknown>;
const classFile = () =>
  JSON.parse(readFileSync(path.join(schemas, 'entities/class.json'), 'utf8')) as Json & {
    properties: Record<string, Json>;
  };

/** The problems of a class schema with this change. */
async function problemsOf(
  change: (schema: ReturnType<typeof classFile>) => void,
): Promise<{ file: string; pointer: string; reason: string; fix: string }[]> {
  const folder = schemaFolder();
  const schema = classFile();
  change(schema);
  folder.write('entities/class.json', schema);
  const error = await openSchemas({ areas: AREAS, folder: folder.path }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SchemaError)) throw new Error(`accepted, or failed otherwise: ${String(error)}`);
  return error.problems.map((problem) => ({ ...problem }));
}
const field = (name: string, change: Json) => (schema: ReturnType<typeof classFile>) => {
  Object.assign(schema.properties[name] ?? {}, change);
};

describe("the project's schemas", () => {
  it('are accepted, every overlay included', async () => {
    const { ok, text } = await reportSchemas(schemas, AREAS);
    expect(text).toContain('没有问题');
    expect(ok).toBe(true);
  });

  it('match the generated types; if not: npm run gen', () => {
    const made = generate(readCore(readSchemaFiles(schemas)));
    for (const [file, text] of made)
      expect(readFileSync(path.join(root, 'src/platform/schema/generated', file), 'utf8'), file).toBe(text);
  });
});

describe('the vocabulary page', () => {
  it('matches the vocabulary; if not: npm run gen', () => {
    const { parsed } = readSchemaFiles(schemas).vocabulary;
    const made = documentVocabulary('document' in parsed ? parsed.document : undefined);
    expect(readFileSync(path.join(root, VOCABULARY_PAGE), 'utf8')).toBe(made);
    for (const keyword of ['x-list.order', 'x-filter.match', 'x-resource', 'x-mask', 'area'])
      expect(made).toContain(`| \`${keyword}\``);
    // Every keyword has a description.
    expect(made.split('\n').filter((line) => /\|\s*\|$/.test(line))).toEqual([]);
  });
});

describe('the vocabulary', () => {
  it.each([
    ['x-lst', '/properties/class_name/x-lst', '改为 x-list'],
    ['maxlength', '/properties/class_name/maxlength', '改为 maxLength'],
    ['x-colour', '/properties/class_name/x-colour', '这里可用的关键字'],
  ])('refuses the unknown keyword %s and suggests the right one', async (keyword, pointer, fix) => {
    const [problem, ...others] = await problemsOf(field('class_name', { [keyword]: 5 }));
    expect(problem).toMatchObject({ file: 'schemas/entities/class.json', pointer, reason: `未知关键字 ${keyword}` });
    expect(problem?.fix).toContain(fix);
    expect(others).toEqual([]);
  });

  it.each<[string, Json, string]>([
    ['a wrong type', { type: 'text' }, '/properties/class_name/type'],
    ['an unknown kind', { 'x-kind': 'klass' }, '/properties/class_name/x-kind'],
    ['a wrong match', { 'x-filter': { match: 'like', order: 1 } }, '/properties/class_name/x-filter/match'],
    ['a keyword inside x-list', { 'x-list': { order: 1, sortable: true } }, '/properties/class_name/x-list/sortable'],
    ['a missing order', { 'x-list': { width: 100 } }, '/properties/class_name/x-list'],
    ['a pattern that is none', { pattern: '(' }, '/properties/class_name/pattern'],
    ['a pattern that may block the server', { pattern: '^(a+)+$' }, '/properties/class_name/pattern'],
    ['bounds on a text', { minimum: 1 }, '/properties/class_name/type'],
    ['a masked field that can be searched', { 'x-mask': 'name' }, '/properties/class_name/x-filter/match'],
    ['a default outside of the type', { default: 5 }, '/properties/class_name/default'],
    ['contradicting lengths', { minLength: 41 }, '/properties/class_name/minLength'],
    ['a range over text', { 'x-filter': { match: 'range', order: 1 } }, '/properties/class_name/x-filter/match'],
    ['a writable read-only field', { readOnly: true }, '/properties/class_name/x-form'],
    ['an unlimited text', { maxLength: undefined }, '/properties/class_name'],
    ['a list of codes that does not exist', { 'x-enum': 'colour' }, '/properties/class_name/x-enum'],
    ['values without a name', { enum: ['a'] }, '/properties/class_name/x-labels'],
    ['a colour for a value that is none', { 'x-tone': { 9: 'red' } }, '/properties/class_name/x-tone/9'],
    [
      'a colour that means nothing',
      { 'x-enum': 'sex', type: 'integer', 'x-tone': { 1: 'pink' } },
      '/properties/class_name/x-tone/1',
    ],
    ['the mark of merging', { 'x-tenant': true }, '/properties/class_name/x-tenant'],
  ])('refuses %s', async (_, change, pointer) => {
    const problems = await problemsOf(field('class_name', change));
    expect(problems.map((problem) => problem.pointer)).toContain(pointer);
    for (const { reason, fix } of problems) expect(`${reason}${fix}`).toMatch(/[\u4e00-\u9fff]/);
  });

  it.each<[string, (schema: ReturnType<typeof classFile>) => void, string]>([
    [
      'names that are none',
      (s) => {
        s.properties['Class-Name'] = { type: 'string', title: '名' };
      },
      '/properties/Class-Name',
    ],
    [
      'reserved names',
      (s) => {
        s.properties['page'] = { type: 'string', title: '页' };
      },
      '/properties/page',
    ],
    [
      'the name of a range parameter',
      (s) => {
        s.properties['class_no_from'] = { type: 'string', title: '起' };
      },
      '/properties/class_no_from',
    ],
    [
      'an unknown required field',
      (s) => {
        s['required'] = ['class_nmae'];
      },
      '/required',
    ],
    [
      'an unknown sort field',
      (s) => {
        (s['x-resource'] as Json)['sort'] = 'grad';
      },
      '/x-resource/sort',
    ],
    [
      'an unknown act',
      (s) => {
        (s['x-resource'] as Json)['acts'] = ['creat'];
      },
      '/x-resource/acts/0',
    ],
    [
      "a name that is not the file's",
      (s) => {
        s['$id'] = 'klass';
      },
      '/$id',
    ],
    [
      'a schema without fields',
      (s) => {
        s.properties = {};
      },
      '/properties',
    ],
  ])('refuses %s', async (_, change, pointer) => {
    expect((await problemsOf(change)).map((problem) => problem.pointer)).toContain(pointer);
  });

  it('names every problem of every shared file at once', async () => {
    const folder = schemaFolder();
    folder.write('entities/class.json', { ...classFile(), title: '' });
    folder.write('entities/student.json', '{ "title": "学生", }');
    const { ok, text } = await reportSchemas(folder.path, AREAS);
    expect(ok).toBe(false);
    expect(text).toContain('schemas/entities/class.json  #/title');
    expect(text).toMatch(/schemas\/entities\/student\.json\n {2}原因：不是 JSON：第 1 行第 \d+ 列附近有错/);
  });

  it('refuses codes without a name, and a vocabulary that is no schema', async () => {
    const codes = schemaFolder();
    codes.write('enums.json', { sex: { 1: '' } });
    expect((await reportSchemas(codes.path, AREAS)).text).toContain('schemas/enums.json  #/sex/1');
    const vocabulary = schemaFolder();
    vocabulary.write('vocabulary.json', { $id: 'vocabulary', propertis: {} });
    expect((await reportSchemas(vocabulary.path, AREAS)).text).toContain('schemas/vocabulary.json');
  });
});
