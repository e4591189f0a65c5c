import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { generateClient } from '../../../src/app/server/typescript-client/generate-client.ts';
import type { Client } from '../../../src/app/server/typescript-client/runtime.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { describeApi } from '../../support/databases.ts';
import { useServer } from '../../support/server.ts';

type AnyCalls = Record<string, { takes: Record<string, unknown>; answers: unknown }>;
interface Listed {
  items: { class_id: string; period: number; grade: number }[];
}
interface Generated {
  createClient: (options: { origin: string; clientId: string; clientSecret: string }) => Client<AnyCalls>;
}

/** What a program of school 2003 may write; each line marked as an error must be one. */
const USE = `import { createClient, type Calls } from './client.ts';
const call = createClient({ origin: 'https://portal.example', clientId: '', clientSecret: '' });
const { items, total } = await call('student.list', { query: { size: 1 } });
const name: string | undefined = items[0]?.child_name;
const made = await call('equipment.create', { body: { equipment_name: '沙盘', kind: 'sandplay' } });
const id = made.equipment_id;
await call('equipment.update', { path: { id }, body: { equipment_name: '沙盘二' } });
const file: Uint8Array = await call('student.export');
// @ts-expect-error A call that does not exist.
await call('student.lists');
// @ts-expect-error A required field is missing.
await call('equipment.create', { body: { kind: 'sandplay' } });
// @ts-expect-error Another type.
await call('equipment.create', { body: { equipment_name: 5, kind: 'sandplay' } });
// @ts-expect-error No option of the field.
await call('equipment.create', { body: { equipment_name: '沙盘', kind: 'boat' } });
// @ts-expect-error The path has an id.
await call('student.get', {});
// @ts-expect-error A field that only the server writes.
await call('class.create', { body: { class_name: '一班', period: 1, grade: 1, class_id: 'x' } });
console.log(name, total, file, {} as Calls);
`;

const RIGHTS = [
  { area: 'org-manage/class', act: 'open' },
  { area: 'org-manage/class', act: 'create' },
  { area: 'org-manage/class', act: 'export' },
];

describeApi('the TypeScript client of an organisation', (kind) => {
  const server = useServer(kind);
  let folder = '';
  const generated = async () => (await import(/* @vite-ignore */ path.join(folder, 'client.ts'))) as Generated;
  const admin = async () => (await server().client.signIn('o2003r4')).withRole(2003, 4).verified();

  beforeAll(async () => {
    const answer = await (await admin()).get('/openapi.json');
    folder = mkdtempSync(path.join(inject('databases').folder, 'client-'));
    writeFileSync(path.join(folder, 'client.ts'), await generateClient(answer.json as Record<string, unknown>));
  });

  it('has the types of its own fields and resources', () => {
    writeFileSync(path.join(folder, 'use.ts'), USE);
    const strict = { strict: true, noEmit: true, target: 'ES2023', module: 'ESNext', moduleResolution: 'bundler' };
    const options = { ...strict, lib: ['ES2023', 'DOM'], types: [], allowImportingTsExtensions: true };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['.'] }));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    expect(spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
  });

  describe('calls as a system', () => {
    const account = async () => {
      const body = { name: '教务系统', rights: RIGHTS, networks: [], valid_days: 30 };
      const answer = await (await admin()).post('/v1/portal/service_accounts', body);
      expect(answer.status, answer.text).toBe(201);
      return { origin: server().url, clientId: answer.data.client_id, clientSecret: answer.data.client_secret };
    };

    it('with signatures, parameters of path and query, bodies and files', async () => {
      const call = (await generated()).createClient(await account());
      const list = (await call('class.list', { query: { size: 1, class_name: '班' } })) as Listed;
      expect(list.items).toHaveLength(1);
      const [first] = list.items;
      expect(await call('class.get', { path: { id: first?.class_id } })).toMatchObject({ ...first });
      const body = { class_name: '接口班', period: first?.period, grade: first?.grade };
      const made = await call('class.create', { body, idempotencyKey: 'one' });
      expect(made).toMatchObject({ class_name: '接口班' });
      expect(await call('class.create', { body, idempotencyKey: 'one' })).toEqual(made);
      const file = (await call('class.export', { query: { format: 'csv' } })) as Uint8Array;
      expect(new TextDecoder().decode(file)).toContain('接口班');
    });

    it('and reports a refusal with its code', async () => {
      const { createClient } = await generated();
      const options = await account();
      await expect(createClient(options)('student.list', {})).rejects.toMatchObject({
        name: 'CallRefused',
        status: 403,
        code: 'AC_FORBIDDEN',
      });
      const stranger = createClient({ ...options, clientSecret: 'another' });
      await expect(stranger('class.list', {})).rejects.toMatchObject({ code: 'AC_SERVICE_REFUSED' });
      const wrong = createClient(options)('class.create', { body: { period: 1 } });
      await expect(wrong).rejects.toMatchObject({ status: 400, code: 'PSY_INVALID_INPUT' });
    });
  });
});
