import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checkDefinitions, notesOnDatabase } from '../../../src/app/server/check-definitions.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { describeApi } from '../../support/databases.ts';
import { useServer } from '../../support/server.ts';

function copied() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-definitions-'));
  const folders = { schemasDir: path.join(folder, 'schemas'), policiesDir: path.join(folder, 'policies') };
  cpSync(path.join(root, 'schemas'), folders.schemasDir, { recursive: true });
  cpSync(path.join(root, 'policies'), folders.policiesDir, { recursive: true });
  return folders;
}

describeApi('npm run schemas', (kind) => {
  const server = useServer(kind);

  it('accepts the files of the product, whose values are all shown', async () => {
    const folders = copied();
    const { ok, text } = await checkDefinitions(folders);
    expect([ok, text]).toEqual([true, expect.stringContaining('✓ 权限表没有问题。')]);
    expect(await notesOnDatabase(server().db, folders)).toEqual([]);
  });

  it('reports an error in the policies, which would stop the start of all schools', async () => {
    const folders = copied();
    appendFileSync(path.join(folders.policiesDir, 'access.csv'), '\np, site-setting, *, 3, 99, *, *, *\n');
    const { ok, text } = await checkDefinitions(folders);
    expect(ok).toBe(false);
    expect(text).toMatch(/✗ policies\/access\.csv:\d+ .*99/);
    writeFileSync(path.join(folders.policiesDir, 'grants.csv'), 'roles\n');
    expect((await checkDefinitions(folders)).ok).toBe(false);
  });

  it('names folders of organisations that there are not, and values that a changed file hides', async () => {
    const folders = copied();
    mkdirSync(path.join(folders.schemasDir, 'tenants/2009'));
    writeFileSync(path.join(folders.schemasDir, 'tenants/2009/class.json'), '{ "title": "班" }');
    const file = path.join(folders.schemasDir, 'tenants/2003/equipment.json');
    const equipment = JSON.parse(readFileSync(file, 'utf8')) as { properties: Record<string, unknown> };
    equipment.properties['amount'] = { ...(equipment.properties['lendable'] as object), title: '数量' };
    delete equipment.properties['remark'];
    writeFileSync(file, JSON.stringify(equipment));
    expect((await checkDefinitions(folders)).ok).toBe(true);
    const notes = await notesOnDatabase(server().db, folders);
    expect(notes).toEqual([
      expect.stringMatching(/^schemas\/tenants\/2009：数据库里没有编号为 2009 的单位，是不是 200\d？$/),
      expect.stringContaining(
        '单位 2003 的心理器材（equipment）：字段 amount（数量）已存的 6 个值是数字，字段的类型是 boolean',
      ),
      '单位 2003 的心理器材（equipment）：没有字段 remark，已存的 2 个值保留着，不再显示',
    ]);
  });
});
