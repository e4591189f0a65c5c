import { describe, expect, it } from 'vitest';
import type { OverlayProblem } from '../../../src/platform/schema/problem.ts';
import type { AcceptedOverlays } from '../../../src/platform/schema/server/queries/schema-overlays.ts';
import { openSchemas } from '../../../src/platform/schema/server/registry.ts';
import { reportSchemas } from '../../../src/platform/schema/server/report.ts';
import { AREAS, schemaFolder } from './folder.ts';

const campus = { type: 'string', title: '校区', maxLength: 20, 'x-form': { on: ['create'], order: 9 } };
const good = { properties: { campus } };

/** A store of accepted overlays in memory, equivalent to the database. */
function memory(): AcceptedOverlays & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    recall: async (orgId) =>
      new Map(
        [...texts]
          .filter(([key]) => key.startsWith(`${orgId}/`))
          .map(([key, text]) => [key.slice(orgId.length + 1), JSON.parse(text) as unknown]),
      ),
    remember: async (orgId, entity, document) => {
      texts.set(`${orgId}/${entity}`, JSON.stringify(document));
    },
  };
}

async function problemsOf(overlay: unknown): Promise<readonly OverlayProblem[]> {
  const folder = schemaFolder();
  folder.overlay('2003', overlay);
  return (await openSchemas({ areas: AREAS, folder: folder.path })).problems();
}
const of = (name: string, change: unknown) => ({ properties: { [name]: change } });

describe('a broken overlay', () => {
  it.each<[string, unknown, string, RegExp, RegExp]>([
    ['is not JSON', '{ "properties": { "campus" } }', '', /不是 JSON：第 1 行第 \d+ 列/, /逗号、引号和括号/],
    ['is no object', [1], '', /不是 JSON 对象/, /properties/],
    [
      'has an unknown keyword',
      of('campus', { ...campus, 'x-lst': { order: 1 } }),
      '/properties/campus/x-lst',
      /未知关键字 x-lst/,
      /x-list/,
    ],
    ['has an unknown keyword at the top', { propertys: {} }, '/propertys', /未知关键字/, /properties/],
    ['removes a core field', of('class_name', null), '/properties/class_name', /删去了核心字段 class_name/, /x-hidden/],
    ['removes all fields', { properties: null }, '/properties/class_id', /删去了核心字段/, /x-hidden/],
    ['widens an enum', of('grade', { enum: [7, 8, 99] }), '/properties/grade/enum', /核心没有可选值 99/, /只能从/],
    [
      'drops an enum for another',
      of('grade', { 'x-enum': 'sex' }),
      '/properties/grade/x-enum',
      /不能改变核心字段的 x-enum/,
      /删去/,
    ],
    [
      'widens a length',
      of('class_name', { maxLength: 80 }),
      '/properties/class_name/maxLength',
      /比核心的 40 更宽/,
      /不能比 40 更大/,
    ],
    ['drops a length', of('class_name', { maxLength: null }), '/properties/class_name/maxLength', /更宽/, /40/],
    [
      'widens a range',
      of('class_no', { minimum: 0 }),
      '/properties/class_no/minimum',
      /比核心的 1 更宽/,
      /不能比 1 更小/,
    ],
    [
      'changes a pattern',
      of('class_name', { pattern: '.*' }),
      '/properties/class_name/pattern',
      /不能改变已有字段的 pattern/,
      /删去/,
    ],
    [
      'changes a type',
      of('class_no', { type: 'string', minimum: null, maximum: null, maxLength: 9, 'x-filter': null }),
      '/properties/class_no/type',
      /不能改变核心字段的 type/,
      /另加一个字段/,
    ],
    [
      'has a wrong type',
      of('campus', { ...campus, type: 'text' }),
      '/properties/campus/type',
      /"text" 不对/,
      /"string"/,
    ],
    [
      'has a wrong value',
      of('campus', { ...campus, 'x-list': { order: 'first' } }),
      '/properties/campus/x-list/order',
      /"first" 不对/,
      /0 到 999/,
    ],
    [
      'leaves out a title',
      of('campus', { ...campus, title: null }),
      '/properties/campus',
      /缺少 title/,
      /补上 "title"/,
    ],
    [
      'makes a read-only field writable',
      of('student_count', { 'x-form': { on: ['edit'], order: 1 } }),
      '/properties/student_count/x-form',
      /不能放进表单/,
      /删去/,
    ],
    [
      'opens a field on another occasion',
      of('year_id', { 'x-form': { on: ['create', 'edit'] } }),
      '/properties/year_id/x-form/on',
      /edit/,
      /\["create"\]/,
    ],
    [
      'drops a required field',
      { required: ['class_name'] },
      '/required',
      /period、grade/,
      /\["class_name","period","grade"\]/,
    ],
    [
      'requires a field that no one can fill in',
      { required: ['class_name', 'period', 'grade', 'class_no'], properties: { class_no: { 'x-hidden': true } } },
      '/properties/class_no/x-hidden',
      /隐藏后就无法新增/,
      /default/,
    ],
    [
      'requires a field that no form has',
      {
        required: ['class_name', 'period', 'grade', 'campus'],
        properties: { campus: { type: 'string', title: '校区' } },
      },
      '/properties/campus',
      /新增表单里却没有它/,
      /x-form/,
    ],
    ['hides what names a row', of('class_name', { 'x-hidden': true }), '/properties/class_name/x-hidden', /./, /./],
    ['takes a reserved name', of('user_id', campus), '/properties/user_id', /保留/, /名字/],
    ['takes a name of a range filter', of('class_no_to', campus), '/properties/class_no_to', /区间筛选/, /名字/],
    [
      'takes a name of the prototype',
      '{"properties":{"__proto__":{"type":"string","title":"甲"}}}',
      '/properties/__proto__',
      /名字/,
      /小写字母/,
    ],
    [
      'claims to be core',
      of('class_name', { 'x-tenant': true }),
      '/properties/class_name/x-tenant',
      /由系统写入/,
      /删去/,
    ],
    [
      'moves the resource',
      { 'x-resource': { path: '/v1/portal/groups' } },
      '/x-resource/path',
      /不能改变资源的 path/,
      /删去/,
    ],
    ['offers more acts', { 'x-resource': { acts: ['create', 'paint'] } }, '/x-resource/acts/1', /"paint" 不对/, /之一/],
    [
      'adds an enum without names',
      of('campus', { type: 'string', title: '校区', enum: ['east'] }),
      '/properties/campus/x-labels',
      /没有中文名称/,
      /x-labels/,
    ],
  ])('that %s is reported with file, place, reason and fix', async (_, overlay, pointer, reason, fix) => {
    const problems = await problemsOf(overlay);
    const found = problems.find((problem) => problem.pointer === pointer);
    expect(problems.map((problem) => problem.pointer)).toContain(pointer);
    expect(found).toMatchObject({ file: 'schemas/tenants/2003/class.json', orgId: '2003', entity: 'class' });
    expect(found?.reason).toMatch(reason);
    expect(found?.fix).toMatch(fix);
  });

  it('adds values where the product allows it, and reports errors in them', async () => {
    const opened = async (change: unknown) => {
      const folder = schemaFolder();
      folder.overlay('2003', of('category_id', change), 'warn');
      return openSchemas({ areas: AREAS, folder: folder.path });
    };
    const own = {
      enum: ['love', 'other'],
      'x-labels': { love: '恋爱挫折' },
      'x-templates': { love: ['失恋后情绪失控'] },
    };
    const schemas = await opened(own);
    expect(schemas.problems()).toEqual([]);
    const field = schemas.entity('2003', 'warn').schema.properties['category_id'];
    expect([field?.enum, field?.['x-labels'], field?.['x-templates']]).toEqual([
      ['love', 'other'],
      expect.objectContaining({ love: '恋爱挫折', suicide: '自杀意念或行为' }),
      { love: ['失恋后情绪失控'] },
    ]);
    expect(schemas.entity('2001', 'warn').schema.properties['category_id']?.enum).not.toContain('love');
    for (const [change, pointer, reason, fix] of [
      [{ ...own, enum: ['恋爱'], 'x-labels': { 恋爱: '恋爱挫折' } }, 'enum', /"恋爱" 不合规定/, /小写字母/],
      [{ ...own, 'x-labels': {} }, 'x-labels', /"love" 没有中文名称/, /"love"/],
      [{ ...own, 'x-templates': { lov: ['失恋'] } }, 'x-templates/lov', /不是可选值/, /enum/],
      [{ ...own, 'x-templates': { love: ['失恋；痛哭'] } }, 'x-templates/love/0', /全角分号/, /全角分号/],
      [{ 'x-open': null }, 'x-open', /不能改变/, /删去/],
    ] as const) {
      const [problem] = (await opened(change)).problems();
      expect(problem).toMatchObject({
        file: 'schemas/tenants/2003/warn.json',
        pointer: `/properties/category_id/${pointer}`,
        reason: expect.stringMatching(reason),
        fix: expect.stringMatching(fix),
      });
    }
  });

  it('cannot put a value into the address that identifies a person', async () => {
    const folder = schemaFolder();
    folder.overlay('2003', of('child_name', { 'x-filter': { personal: false } }), 'student');
    const [problem] = (await openSchemas({ areas: AREAS, folder: folder.path })).problems();
    expect(problem).toMatchObject({
      pointer: '/properties/child_name/x-filter/personal',
      reason: expect.stringContaining('地址栏'),
    });
  });

  it('for an entity that does not exist is reported, with the existing ones', async () => {
    const folder = schemaFolder();
    folder.overlay('2003', good, 'klass');
    const [problem] = (await openSchemas({ areas: AREAS, folder: folder.path })).problems();
    expect(problem).toMatchObject({ file: 'schemas/tenants/2003/klass.json', reason: '没有名为 klass 的实体' });
    expect(problem?.fix).toContain('是不是 class.json？');
  });

  it('is refused where a field refers to an entity that there is not, and with keywords that have no effect', async () => {
    const folder = schemaFolder();
    const pupil = { type: 'string', title: '学生', maxLength: 64, 'x-kind': 'row', 'x-of': 'studnet' };
    folder.overlay('2003', of('pupil', pupil));
    const visit = {
      properties: { name: { type: 'string', title: '名称' } },
      title: '家访',
      'x-resource': { label: 'name', help: '家访记录' },
    };
    folder.overlay(
      '2003',
      { ...visit, 'x-resource': { ...visit['x-resource'], attachments: [1], versions: true } },
      'home-visit',
    );
    const problems = (await openSchemas({ areas: AREAS, folder: folder.path })).problems();
    expect(problems.map(({ file, pointer, reason, fix }) => [file, pointer, reason, fix.slice(0, 14)])).toEqual([
      ['schemas/tenants/2003/class.json', '/properties/pupil/x-of', '没有名为 studnet 的实体', '是不是 student？可以'],
      ['schemas/tenants/2003/home-visit.json', '/x-resource/attachments', '本校自己的资源没有附件', '删去这一项'],
      ['schemas/tenants/2003/home-visit.json', '/x-resource/versions', '本校自己的资源不保留以前的版本', '删去这一项'],
    ]);

    folder.overlay('2003', of('pupil', { ...pupil, 'x-of': 'home-visit' }));
    folder.overlay('2003', visit, 'home-visit');
    expect((await openSchemas({ areas: AREAS, folder: folder.path })).problems()).toEqual([]);
  });

  it('makes npm run schemas fail, and only then', async () => {
    const folder = schemaFolder();
    folder.overlay('2003', good);
    expect((await reportSchemas(folder.path, AREAS)).ok).toBe(true);
    folder.overlay('2003', '{');
    const { ok, text } = await reportSchemas(folder.path, AREAS);
    expect(ok).toBe(false);
    expect(text).toContain('✗ schemas/tenants/2003/class.json');
    expect(text).toContain('改法：');
  });

  it('leaves its tenant with the last accepted one, also after a restart, without an effect on other tenants', async () => {
    const folder = schemaFolder();
    folder.overlay('2003', good);
    folder.overlay('2004', of('class_name', { title: '专业班' }));
    const accepted = memory();
    const before = await openSchemas({ areas: AREAS, folder: folder.path, accepted });
    const others = [before.entity('2004', 'class').version, before.entity('2001', 'class').version];

    folder.overlay('2003', of('class_name', null));
    const reported: OverlayProblem[] = [];
    const after = await openSchemas({
      areas: AREAS,
      folder: folder.path,
      accepted,
      report: (problem) => reported.push(problem),
    });
    expect(reported).toMatchObject([{ orgId: '2003', serving: 'last-good' }]);
    expect(after.entity('2003', 'class').version).toBe(before.entity('2003', 'class').version);
    expect([after.entity('2004', 'class').version, after.entity('2001', 'class').version]).toEqual(others);
  });

  it('is replaced by the core schema when no accepted one exists, or the core has changed', async () => {
    const folder = schemaFolder();
    folder.overlay('2003', of('class_name', null));
    const accepted = memory();
    accepted.texts.set('2003/class', JSON.stringify(of('gone', { title: '没有类型' })));
    const schemas = await openSchemas({ areas: AREAS, folder: folder.path, accepted });
    expect(schemas.problems()).toMatchObject([{ serving: 'core' }]);
    expect(schemas.entity('2003', 'class').version).toBe(schemas.entity('2001', 'class').version);
  });
});

describe('the registry', () => {
  it('loads changed files on request, and keeps everything when a shared file is broken', async () => {
    const folder = schemaFolder();
    const schemas = await openSchemas({ areas: AREAS, folder: folder.path, accepted: memory() });
    const first = schemas.all('2003').version;
    folder.overlay('2003', good);
    await schemas.reload();
    const second = schemas.all('2003');
    expect(second.version).not.toBe(first);
    expect(second.resources['class']?.properties['campus']).toMatchObject({ 'x-tenant': true });
    folder.write('enums.json', '{');
    await expect(schemas.reload()).rejects.toThrow('schemas/enums.json');
    expect(schemas.all('2003').version).toBe(second.version);
  });

  it('shares compiled code between tenants whose schemas are equal', async () => {
    const folder = schemaFolder();
    for (let org = 3000; org < 3040; org++) folder.overlay(String(org), good);
    const schemas = await openSchemas({ areas: AREAS, folder: folder.path });
    expect(new Set(Array.from({ length: 40 }, (_, i) => schemas.entity(String(3000 + i), 'class'))).size).toBe(1);
    expect(schemas.entity('2001', 'class')).toBe(schemas.entity('2002', 'class'));
  });

  it('stores an accepted overlay once', async () => {
    const folder = schemaFolder();
    folder.overlay('2003', good);
    const accepted = memory();
    let writes = 0;
    const counting: AcceptedOverlays = {
      recall: accepted.recall,
      remember: async (...args) => {
        writes += 1;
        await accepted.remember(...args);
      },
    };
    await openSchemas({ areas: AREAS, folder: folder.path, accepted: counting });
    await openSchemas({ areas: AREAS, folder: folder.path, accepted: counting });
    expect(writes).toBe(1);
  });

  it('refuses an unknown entity', async () => {
    const schemas = await openSchemas({ areas: AREAS, folder: schemaFolder().path });
    for (const name of ['klass', '__proto__', 'constructor'])
      expect(() => schemas.entity('2001', name)).toThrow('内容不存在');
  });
});

describe('the limits of an overlay', () => {
  it.each<[string, unknown]>([
    ['retitle and reorder', of('class_name', { title: '行政班', 'x-list': { order: 9 }, 'x-form': { order: 9 } })],
    ['narrow an enum and relabel it', of('grade', { enum: [701, 702], 'x-labels': { 701: '一年级' } })],
    [
      'narrow lengths and ranges',
      { properties: { class_name: { minLength: 2, maxLength: 20 }, class_no: { maximum: 40 } } },
    ],
    ['require a field', { required: ['class_name', 'period', 'grade', 'class_no'] }],
    ['hide a field', of('class_no', { 'x-hidden': true })],
    [
      'take a field from list, filter and sheet',
      of('class_no', { 'x-list': null, 'x-filter': null, 'x-sheet': null, 'x-form': null }),
    ],
    [
      'filter and sort by more',
      of('student_count', { 'x-list': { sorter: true }, 'x-filter': { match: 'range', order: 9 } }),
    ],
    ['mask a field', of('remark', { 'x-mask': 'text' })],
    [
      'retitle the resource and offer less',
      { title: '行政班', 'x-resource': { help: '行政班', acts: ['create', 'update'], sort: '-class_name' } },
    ],
    [
      'add fields of every type',
      {
        properties: {
          a: { type: 'integer', title: '甲', 'x-form': { on: ['create'], order: 1 } },
          b: { type: 'number', title: '乙' },
          c: { type: 'boolean', title: '丙', 'x-filter': { match: 'equals', order: 1 } },
          d: {
            type: 'string',
            format: 'date',
            title: '丁',
            'x-form': { on: ['create'], order: 1 },
            'x-filter': { match: 'range', order: 1 },
          },
          e: { type: 'string', title: '戊', 'x-enum': 'sex', 'x-filter': { match: 'in', order: 1 } },
        },
      },
    ],
  ])('allow a tenant to %s', async (_, overlay) => {
    expect(await problemsOf(overlay)).toEqual([]);
  });
});
