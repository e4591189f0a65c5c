import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScalePack } from '../../../../src/features/screening/rules/scales/pack-schema.ts';
import { openPacks, type PackProblem } from '../../../../src/features/screening/server/packs/registry.ts';
import { reportPacks } from '../../../../src/features/screening/server/packs/report-packs.ts';
import { checksumOf } from '../../../../src/features/screening/server/packs/validate-pack.ts';
import { root } from '../../../../src/platform/runtime/server/root.ts';
import { schemaFolder } from '../../../platform/schema/folder.ts';
import { scale } from '../support/packs.ts';

const summed = (pack: ScalePack): ScalePack => ({ ...pack, checksum: checksumOf(pack) });

const declaration = { by: '王老师', on: '2026-03-01', statement: '已取得中文授权版本的书面许可' };
/** The school's authorised wording of a scale of the product. */
const authorised = (change: Partial<ScalePack> = {}): ScalePack => {
  const pack = scale('phq-9');
  return summed({
    ...pack,
    version: '1.0.0-school.1',
    licence: { ...pack.licence, state: 'declared', wording: 'authorised', declaration },
    items: pack.items.map((item) => ({ ...item, text: `授权题目 ${item.id}` })),
    ...change,
  });
};

const retopiced = authorised().items.map((item) => (item.id === '6' ? { ...item, topic: 'abuse' as const } : item));

function open(folder: string) {
  const reported: PackProblem[] = [];
  return { packs: openPacks({ folder, report: (problem) => reported.push(problem) }), reported };
}

describe('the packs of the product', () => {
  it('are valid, and the same for every organisation', () => {
    const { packs, reported } = open(path.join(root, 'schemas'));
    const scales = packs.allPacks('2001').filter(({ kind }) => kind === 'scale');
    expect(scales.map(({ id, version }) => `${id}@${version}`)).toEqual([
      'ces-d@1.0.0',
      'gad-7@1.0.0',
      'phq-9@1.0.0',
      'who-5@1.0.1',
    ]);
    expect(packs.packOf('2001', 'phq-9')).toBe(packs.packOf('2002', 'phq-9', '1.0.0'));
    expect(reported).toEqual([]);
    expect(() => packs.packOf('2001', 'phq-8')).toThrow('内容不存在');
    expect(() => packs.packOf('2001', 'phq-9', '9.9.9')).toThrow('内容不存在');
    expect(reportPacks(path.join(root, 'schemas'))).toMatchObject({ ok: true });
  });

  it('stop the start where a version has changed, and the message says what to do', () => {
    const folder = schemaFolder();
    const pack = scale('phq-9');
    folder.write('scales/phq-9.json', { ...pack, about: '另一段说明' });
    expect(() => openPacks({ folder: folder.path })).toThrow(/phq-9\.json#\/checksum：版本 1\.0\.0 的内容变了/);
    expect(reportPacks(folder.path)).toMatchObject({ ok: false });
  });

  it('keep older versions beside the current one', () => {
    const folder = schemaFolder();
    const pack = scale('phq-9');
    folder.write('scales/versions/phq-9@1.0.0.json', pack);
    folder.write('scales/phq-9.json', summed({ ...pack, version: '2.0.0', about: '改过的说明' }));
    const { packs } = open(folder.path);
    expect(packs.packOf('2001', 'phq-9')).toMatchObject({ version: '2.0.0', about: '改过的说明' });
    expect(packs.packOf('2001', 'phq-9', '1.0.0')).toEqual(pack);
    expect(packs.allPacks('2001').filter(({ id }) => id === 'phq-9')).toHaveLength(1);
  });

  it('refuse two contents of one version, and a name that is not the id', () => {
    const folder = schemaFolder();
    const pack = scale('phq-9');
    folder.write('scales/versions/phq-9@1.0.0.json', summed({ ...pack, about: '另一段说明' }));
    folder.write('scales/gad-8.json', scale('gad-7'));
    expect(reportPacks(folder.path).text).toContain('版本 1.0.0 已经有另一份内容');
    expect(reportPacks(folder.path).text).toContain('文件改名为 gad-7.json');
  });

  it('stay as they were where a reload finds a mistake or another content of a version', () => {
    const folder = schemaFolder();
    const { packs } = open(folder.path);
    const pack = packs.packOf('2001', 'phq-9');
    folder.write('scales/phq-9.json', '{');
    expect(() => packs.reread()).toThrow('不是 JSON');
    folder.write('scales/phq-9.json', summed({ ...scale('phq-9'), about: '另一段说明' }));
    expect(() => packs.reread()).toThrow('已经有另一份内容');
    expect(packs.packOf('2001', 'phq-9')).toBe(pack);
  });

  it('are described in Chinese where their form is wrong', () => {
    const folder = schemaFolder();
    const { ages: _, ...ageless } = scale('phq-9');
    folder.write('scales/phq-9.json', { ...ageless, critical: [{ item: '9', when: { atLeast: 1 }, words: '要跟进' }] });
    const { text } = reportPacks(folder.path);
    expect(text).toContain('缺少 ages');
    expect(text).toContain('#/critical/0\n  原因：缺少 level');
    folder.write('scales/phq-9.json', { ...scale('phq-9'), kind: 'form' });
    expect(reportPacks(folder.path).text).toContain('"kind" 写 scale、totals、questionnaire 之一');
  });
});

describe('the packs of an organisation', () => {
  it('take the place of the product’s for it alone, and the old version stays readable', () => {
    const folder = schemaFolder();
    folder.write('tenants/2001/scales/phq-9.json', authorised());
    const { packs, reported } = open(folder.path);
    expect(reported).toEqual([]);
    expect(packs.packOf('2001', 'phq-9')).toMatchObject({ version: '1.0.0-school.1' });
    expect(packs.packOf('2001', 'phq-9', '1.0.0').version).toBe('1.0.0');
    expect(packs.packOf('2002', 'phq-9').version).toBe('1.0.0');
    expect(() => packs.packOf('2002', 'phq-9', '1.0.0-school.1')).toThrow('内容不存在');
    expect(packs.allPacks('2001').filter(({ id }) => id === 'phq-9')).toEqual([packs.packOf('2001', 'phq-9')]);
  });

  it.each<[string, ScalePack, string]>([
    ['a licence nobody declared', authorised({ licence: scale('phq-9').licence }), '没有授权声明'],
    ["the product's version", authorised({ version: '1.0.0' }), '版本 1.0.0 是产品自带的'],
    ['a sensitive topic more', authorised({ items: retopiced }), '敏感主题与产品的 phq-9 不同'],
    [
      'a critical condition less',
      authorised({ critical: authorised().critical.slice(0, 1) }),
      '少了产品的 phq-9 的危急条件',
    ],
  ])('are not in force with %s, and the product’s are', (_, pack, reason) => {
    const folder = schemaFolder();
    folder.write('tenants/2001/scales/phq-9.json', pack);
    const { packs, reported } = open(folder.path);
    expect(reported[0]).toMatchObject({ orgId: '2001', file: 'schemas/tenants/2001/scales/phq-9.json' });
    expect(reported.map((each) => each.reason).join()).toContain(reason);
    expect(packs.packOf('2001', 'phq-9').version).toBe('1.0.0');
    expect(reportPacks(folder.path)).toMatchObject({ ok: false });
  });

  it('stay in force as last accepted while their file is broken, and end with it', () => {
    const folder = schemaFolder();
    folder.write('tenants/2001/scales/phq-9.json', authorised());
    const { packs, reported } = open(folder.path);
    folder.write('tenants/2001/scales/phq-9.json', '{ "id": ');
    packs.reread()();
    expect(reported).toHaveLength(1);
    expect(packs.packOf('2001', 'phq-9').version).toBe('1.0.0-school.1');
    rmSync(path.join(folder.path, 'tenants/2001/scales/phq-9.json'));
    packs.reread()();
    expect(packs.packOf('2001', 'phq-9').version).toBe('1.0.0');
    expect(packs.problems()).toEqual([]);
  });
});
