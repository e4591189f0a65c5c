import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { loadConfig } from '../../../src/app/server/config/load.ts';
import type { Operating } from '../../../src/app/server/operating.ts';
import { applyFolder, diffPackage, exportPackage } from '../../../src/app/server/schema-packages/commands.ts';
import { tenantFolder } from '../../../src/app/server/tenant-folder.ts';
import { rowsOf } from '../../platform/resources/server/support.ts';
import { describeApi } from '../../support/databases.ts';
import { useServer } from '../../support/server.ts';
import { TEST_WRAPPING } from '../../support/test-keys.ts';

describeApi('npm run schemas -- export, diff, apply', (kind) => {
  const server = useServer(kind);
  const parts = (): Operating => ({
    ...server().services,
    config: { ...loadConfig({ serving: false }), redisUrl: 'redis://shared' },
    wrapping: TEST_WRAPPING,
    secret: server().secret,
    ownSchemas: tenantFolder().schemas,
  });
  const folder = () => mkdtempSync(path.join(os.tmpdir(), 'xinyu-package-'));
  /** What a command prints. */
  async function printed(work: () => Promise<void>): Promise<string> {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      await work();
      return log.mock.calls.map(([line]) => String(line)).join('\n');
    } finally {
      log.mockRestore();
      process.exitCode = 0;
    }
  }
  const order = { dir: '', exact: false, note: '' };

  it('moves what one school has changed to another, once', async () => {
    const dir = folder();
    expect(await printed(() => exportPackage(parts(), { ...order, orgId: '2003', dir }))).toContain('已导出 4 个资源');
    expect(readdirSync(dir).sort()).toEqual(['class.json', 'equipment.json', 'room-booking.json', 'warn.json']);
    const equipment: unknown = JSON.parse(readFileSync(path.join(dir, 'equipment.json'), 'utf8'));
    expect(equipment).toMatchObject({ title: '心理器材', required: ['equipment_name', 'kind'] });
    expect(await printed(() => diffPackage(parts(), { ...order, orgId: '2003', dir }))).toBe('没有差别。');

    writeFileSync(
      path.join(dir, 'class.json'),
      '{ "properties": { "room": { "type": "string", "title": "教室", "maxLength": 9 } } }',
    );
    const target = { ...order, orgId: '2002', dir, note: '来自大学' };
    const shown = await printed(() => diffPackage(parts(), target));
    expect(shown).toMatch(/~ 修改 班级（class）\n {4}教室：新增字段（文字）/);
    expect(shown).toMatch(/\+ 新建 心理器材（equipment）/);
    expect(await printed(() => applyFolder(parts(), target))).toContain(
      '已生效：class、equipment、room-booking、warn。',
    );
    expect(await printed(() => applyFolder(parts(), target))).toBe('没有差别，什么都没有改动。');
    expect(await printed(() => diffPackage(parts(), target))).toBe('没有差别。');
    const [version] = await rowsOf(
      server(),
      `select note, user_id from schema_versions where org_id = '2002' and entity = 'class'`,
    );
    expect(version).toEqual({ note: '来自大学', user_id: `server:${os.userInfo().username}` });
  });

  it('changes nothing where one file is wrong, and says where', async () => {
    const dir = folder();
    writeFileSync(path.join(dir, 'year.json'), '{ "title": "年度" }');
    writeFileSync(path.join(dir, 'class.json'), '{ "properties": { "class_name": null } }');
    const target = { ...order, orgId: '2002', dir };
    const said = printed(async () => {
      await expect(applyFolder(parts(), target)).rejects.toThrow('什么都没有改动');
    });
    expect(await said).toContain('#/properties/class_name 原因：删去了核心字段 class_name');
    expect(await rowsOf(server(), `select 1 from schema_versions where org_id = '2002' and entity = 'year'`)).toEqual(
      [],
    );
  });

  it('leaves folders alone that hold other files', async () => {
    const dir = folder();
    writeFileSync(path.join(dir, 'package.json'), '{ "name": "something" }');
    await expect(exportPackage(parts(), { ...order, orgId: '2003', dir })).rejects.toThrow(
      'package.json 不是字段设置的文件',
    );
    expect(readdirSync(dir)).toEqual(['package.json']);
  });
});
