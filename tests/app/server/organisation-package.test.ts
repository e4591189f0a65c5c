import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../src/app/server/config/load.ts';
import type { Operating } from '../../../src/app/server/operating.ts';
import { eraseOrganisation, previewErasure } from '../../../src/app/server/package/erase-organisation.ts';
import { exportOrganisation, type ExportedPackage } from '../../../src/app/server/package/export-organisation.ts';
import { importOrganisation } from '../../../src/app/server/package/import-organisation.ts';
import {
  resumeOrganisation,
  suspendOrganisation,
  terminalOperator,
} from '../../../src/features/tenants/server/public.ts';
import { countersign } from '../../../src/platform/audit/server/countersign.ts';
import { countersignatureFile, readCountersignatures } from '../../../src/platform/audit/server/countersignatures.ts';
import { createEntryLog } from '../../../src/platform/audit/server/grouped-entries.ts';
import { createLedger } from '../../../src/platform/audit/server/ledger.ts';
import { verifyAudit } from '../../../src/platform/audit/server/verify.ts';
import { createDataKeys } from '../../../src/platform/crypto/server/data-keys.ts';
import { renewalPublicKey } from '../../../src/platform/crypto/server/wrapping.ts';
import { openDatabase, type OpenOptions } from '../../../src/platform/db/server/open.ts';
import { readTable } from '../../../src/platform/db/server/read-tables.ts';
import { readTenantTables } from '../../../src/platform/db/server/tenant-tables.ts';
import { NO_EVENTS } from '../../../src/platform/events/server/events.ts';
import { encryptTenantRows } from '../../../src/platform/resources/server/encryption-job.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { MemoryState } from '../../../src/platform/state/server/memory-state.ts';
import { describeDatabases, freshDatabase, type DatabaseKind, type FreshDatabase } from '../../support/databases.ts';
import { startServer, TestClock, type TestServer } from '../../support/server.ts';
import { TEST_WRAPPING } from '../../support/test-keys.ts';

const BY = terminalOperator('somebody');
const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu package '));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

/** An installation with keys of its own. */
interface Installation {
  server: TestServer;
  parts: Operating;
  close(): Promise<void>;
}

const NEW_KEYS = { masters: [randomBytes(32)], renewal: renewalPublicKey(randomBytes(32)) };

async function installation(kind: DatabaseKind, content: 'demo' | 'empty', name: string): Promise<Installation> {
  const fresh: FreshDatabase = await freshDatabase(kind, content);
  const db = await openDatabase({ waitLimitMs: 60_000, ...fresh.options });
  const clock = new TestClock();
  const isOld = content === 'demo';
  const wrapping = isOld ? TEST_WRAPPING : NEW_KEYS;
  const state = new MemoryState(clock);
  const keys = createDataKeys({ db, state, clock, wrapping });
  const ledger = createLedger(
    isOld ? 'a secret of the tests, thirty-two characters and more' : 'the secret of the other one',
  );
  const server = await startServer(
    db,
    { services: { state, keys, ledger, entryLog: createEntryLog({ db, ledger }) } },
    clock,
  );
  const { url }: OpenOptions = fresh.options;
  const config = {
    ...loadConfig({ env: {}, serving: false }),
    dataDir: path.join(folder, `${name} ${kind}`),
    databaseBackupUrl: url,
    databaseAdminUrl: url,
  };
  const { secret } = server;
  const { objects } = server.services;
  const ownSchemas = path.join(folder, `tenants of ${name} ${kind}`);
  if (isOld) cpSync(path.join(root, 'schemas/tenants'), ownSchemas, { recursive: true });
  return {
    server,
    parts: { db, state, clock, keys, ledger, events: NO_EVENTS, objects, config, wrapping, secret, ownSchemas },
    close: async () => {
      await server.close();
      await db.close();
      await fresh.remove();
    },
  };
}

const problemsOf = async ({ db, ledger, config }: Operating, only?: string) => {
  const { countersignatures } = readCountersignatures(countersignatureFile(config.dataDir), ledger);
  return (await verifyAudit(db, ledger, countersignatures, only)).flatMap(({ orgId, findings }) =>
    findings.map(({ text }) => `${orgId}: ${text}`),
  );
};

describeDatabases('the whole of one organisation', (kind) => {
  let old: Installation;
  let other: Installation;
  let made: ExportedPackage;
  const dir = path.join(folder, `2001 ${kind}`);
  const object = { key: 'media/2001/f1-abc', bytes: Buffer.from('an encrypted picture') };

  beforeAll(async () => {
    old = await installation(kind, 'demo', 'old');
    other = await installation(kind, 'empty', 'other');
    const { services } = old.server;
    await encryptTenantRows(services, '2001');
    await services.objects.write(object.key, object.bytes, 'application/octet-stream');
    await old.parts.db.admin((run) =>
      run(
        `insert into media_files (org_id, file_id, user_id, media_type, name, mime, object_key, size, created_at)
         select '2001', 'f1', user_id, 1, 'x', 'image/png', $1, 20, now() from memberships where org_id = '2001' limit 1`,
        [object.key],
      ),
    );
    const leader = (await old.server.client.signIn('o2001r4')).withRole(2001, 4);
    const { status } = await leader.post('/v1/portal/classes', { class_name: '迁移班', period: 3, grade: 7 });
    expect(status).toBe(201);
    await countersign({ ...services }, countersignatureFile(old.parts.config.dataDir));
    return async () => {
      await old.close();
      await other.close();
    };
  }, 120_000);

  const cases = async (client: TestServer['client']) => {
    const psychologist = await (await client.signIn('o2001r8')).withRole(2001, 8).verified();
    const list = await psychologist.get('/v1/portal/psychology_crisis/cases?size=20');
    const [{ case_id }] = list.data.items;
    const file = await psychologist.get(`/v1/portal/psychology_crisis/cases/${case_id}`);
    expect([list.status, file.status]).toEqual([200, 200]);
    return [list.data.total, file.data];
  };
  let before: unknown;

  it('is exported into a folder that nobody reads without the transport key', async () => {
    before = await cases(old.server.client);
    await suspendOrganisation(old.parts, BY, '2001', { reason: '迁出', confirmsOpenCases: true });
    made = await exportOrganisation(old.parts, '2001', dir);
    expect(made.manifest).toMatchObject({ org_id: '2001', objects: 1, log: { findings: 0 } });
    expect(made.manifest.tables['students']?.rows).toBeGreaterThan(1000);
    const text = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !file.parentPath.includes('schemas'))
      .map((file) => readFileSync(path.join(file.parentPath, file.name), 'latin1'))
      .join('');
    expect(text).not.toMatch(/child_name|login_name/);
    await expect(exportOrganisation(old.parts, '2001', dir)).rejects.toThrow('已经存在');
  });

  it('is not imported with another key, after a change, or beside itself', async () => {
    const into = (parts: Operating, from = dir, key: Buffer = made.key) =>
      importOrganisation(parts, { dir: from, key, renamesTaken: false });
    await expect(into(other.parts, dir, randomBytes(32))).rejects.toThrow('传输密钥不是这份数据包的');
    const changed = path.join(folder, `changed ${kind}`);
    cpSync(dir, changed, { recursive: true });
    appendFileSync(path.join(changed, 'tables', 'students.jsonl'), 'x');
    await expect(into(other.parts, changed)).rejects.toThrow(
      '被改动或不完整：tables/students.jsonl'.replace('：', '，什么都没有导入：'),
    );
    await expect(into(old.parts)).rejects.toThrow('2001 已是青禾市第一中学的编号');
  });

  it('is not imported where other people have its login names, unless they are renamed', async () => {
    const { db } = other.parts;
    await db.admin((run) =>
      run(
        "insert into accounts (user_id, login_name, login_key, password_hash, real_name) values ('x1', 'o2001r7', 'o2001r7', '-', '别人')",
      ),
    );
    await expect(importOrganisation(other.parts, { dir, key: made.key, renamesTaken: false })).rejects.toThrow(
      '1 个账号的登录名或手机号在这里已属于别人：o2001r7',
    );
    const [left] = await db.admin((run) => run('select count(*)::int as n from accounts'));
    expect(left?.['n']).toBe(1);
    expect(await other.server.services.objects.read(object.key, 100)).toBeUndefined();
    const { taken, lostParent } = await importOrganisation(other.parts, { dir, key: made.key, renamesTaken: true });
    expect(taken).toEqual([{ login: 'o2001r7', becomes: 'o2001r7_2001', losesMobile: false }]);
    expect(lostParent).toBe('1001');
  });

  it('rests until the operator resumes it, and then is what it was, under the keys of its new place', async () => {
    await expect(other.server.client.signIn('o2001r8')).rejects.toThrow('PSY_ORG_SUSPENDED');
    await resumeOrganisation(other.parts, BY, '2001', '已核对');
    expect(await cases(other.server.client)).toEqual(before);
    expect(await other.server.services.objects.read(object.key, 100)).toEqual(object.bytes);
    expect(await problemsOf(other.parts)).toEqual([]);
    const leader = (await other.server.client.signIn('o2001r4')).withRole(2001, 4);
    expect((await leader.post('/v1/portal/classes', { class_name: '新班', period: 3, grade: 7 })).status).toBe(201);
    expect(await problemsOf(other.parts)).toEqual([]);
  });

  it.runIf(kind === 'server')('waits for a table that is in use for a moment', async () => {
    const { db } = old.parts;
    let held: Promise<void> | undefined;
    await new Promise<void>((resolve) => {
      held = db.admin(async (run) => {
        await run('begin; select from students limit 1');
        resolve();
        await run('select pg_sleep(2.5)');
        await run('rollback');
      });
    });
    let isFree = false;
    void held?.then(() => (isFree = true));
    expect(await previewErasure(old.parts, '2001')).toMatchObject({ org_name: '青禾市第一中学' });
    expect(isFree).toBe(true);
    await held;
  });

  it('is erased only by its name, and leaves no row in any table', async () => {
    const erase = (confirmedName: string, confirmsOpenCases = true) =>
      eraseOrganisation(old.parts, BY, '2001', { reason: '已迁出', confirmedName, confirmsOpenCases });
    await expect(erase('青禾市第一中学', false)).rejects.toThrow('--confirm-open-cases');
    await expect(erase('青禾一中')).rejects.toThrow('--confirm 应为单位的名称');
    await expect(
      eraseOrganisation(old.parts, BY, '1001', { reason: 'x', confirmedName: '青禾市教育局', confirmsOpenCases: true }),
    ).rejects.toThrow(/还在服务中|应为单位的名称/);
    const proof = await erase('青禾市第一中学');
    expect(proof.tables).toMatchObject({ students: made.manifest.tables['students']?.rows });
    expect(proof.accounts).toBeGreaterThan(1000);

    const { db } = old.parts;
    const columns = await db.admin((run) =>
      run(`select c.oid::regclass::text as table, a.attname as column from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname in ('org_id', 'tenant', 'from_org_id')
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`),
    );
    expect(columns.length).toBeGreaterThan(100);
    const left: string[] = [];
    for (const { table, column } of columns) {
      const where = { column: String(column), value: '2001' };
      const { rows } = await db.admin((run) => readTable(run, String(table), where));
      if (rows > 0) left.push(String(table));
    }
    expect(left).toEqual([]);
    const { tables } = await db.admin(readTenantTables);
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['students', 'jobs', 'audit_logs', 'data_keys']),
    );
    expect(await old.server.services.objects.read(object.key, 100)).toBeUndefined();
    expect(existsSync(dir)).toBe(true);
  });

  it('is remembered by the platform alone, whose chain explains what the others still countersign', async () => {
    const { db, ledger } = old.parts;
    expect(await problemsOf(old.parts)).toEqual([]);
    const entries = await db.admin((run) =>
      run(`select e.act, e.user_id from audit_links l join audit_logs e using (org_id, log_id)
        where org_id = '99' order by l.seq`),
    );
    expect(entries).toEqual([
      { act: 'suspend', user_id: 'server:somebody' },
      { act: 'erase', user_id: 'server:somebody' },
      { act: 'erase', user_id: 'server:somebody' },
    ]);
    await countersign({ ...old.server.services }, countersignatureFile(old.parts.config.dataDir));
    const checked = await verifyAudit(db, ledger, [], '99');
    expect(checked).toMatchObject([{ orgName: '平台', entries: 3, findings: [] }]);
    const colleague = (await old.server.client.signIn('o2003r4')).withRole(2003, 4);
    expect((await colleague.get('/v1/portal/classes?page=1&size=5')).status).toBe(200);
    await expect(old.server.client.signIn('o2001r4')).rejects.toThrow('401');
  });
});
