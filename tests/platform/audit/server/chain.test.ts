import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countersign } from '../../../../src/platform/audit/server/countersign.ts';
import { readCountersignatures } from '../../../../src/platform/audit/server/countersignatures.ts';
import { createLedger, digestOf, hashOf, type Link } from '../../../../src/platform/audit/server/ledger.ts';
import { audit, type Auditor } from '../../../../src/platform/audit/server/queries/audit-logs.ts';
import { verifyAudit, type Finding } from '../../../../src/platform/audit/server/verify.ts';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import { NO_EVENTS } from '../../../../src/platform/events/server/events.ts';
import { describeDatabases, freshDatabase } from '../../../support/databases.ts';
import { TestClock, useServer } from '../../../support/server.ts';
import { CLASSES, dataOf, query, rowsOf, useClient } from '../../resources/server/support.ts';

const ORG = '2001';

describeDatabases('the chain of the operation log', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-seals-'));
  const file = path.join(folder, 'audit-seals.jsonl');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const ledger = () => server().services.ledger;
  const confirm = () => countersign(server().services, file);
  const verdict = async (orgId = ORG) =>
    (await verifyAudit(server().db, ledger(), readCountersignatures(file, ledger()).countersignatures, orgId))[0];
  const findings = async (): Promise<Finding[]> => (await verdict())?.findings ?? [];
  const tamperings = async () => (await findings()).map(({ kind: what, seq }) => ({ what, seq }));
  /** Runs SQL as the owner of the database. */
  const tamper = (sql: string, ...parameters: unknown[]) =>
    server().db.admin(async (run) => {
      await run(`select set_config('app.org_id', '${ORG}', false)`);
      for (const table of ['audit_logs', 'audit_links', 'audit_heads'])
        await run(`alter table ${table} disable trigger user`);
      try {
        return await run(sql, parameters);
      } finally {
        for (const table of ['audit_logs', 'audit_links', 'audit_heads'])
          await run(`alter table ${table} enable trigger user`);
      }
    });
  const links = async () =>
    (await rowsOf(server(), `select * from audit_links where org_id = $1 order by seq`, ORG)) as unknown as Link[];
  const last = async () => (await links()).at(-1)?.seq ?? 0;
  let number = 30;
  const write = async () => {
    await admin().post(CLASSES, { period: 3, grade: 7, class_name: `链${++number}班`, class_no: number });
  };

  it('links older entries in order when it begins', async () => {
    expect(await links()).toEqual([]);
    await confirm();
    const all = await links();
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, i) => i + 1));
    const inOrder = await rowsOf(server(), 'select log_id from audit_logs where org_id = $1 order by at, log_id', ORG);
    expect(all.map(({ log_id }) => log_id)).toEqual(inOrder.map(({ log_id }) => log_id));
    expect(await findings()).toEqual([]);
  });

  it('begins with a signed head, also where nothing is logged yet', async () => {
    await rowsOf(
      server(),
      "insert into audit_heads (org_id, seq, hash, signature, witnessed) values ('empty', 0, '', '', 0)",
    );
    await confirm();
    expect(await rowsOf(server(), "select org_id from audit_heads where signature = ''")).toEqual([]);
    expect(await verdict('empty')).toEqual({ orgId: 'empty', orgName: '', entries: 0, findings: [] });
  });

  it('grows with every write, in its transaction, without a gap', async () => {
    const before = await last();
    await write();
    const refused = await admin().post(CLASSES, { period: 3, grade: 7, class_name: `链${number}班`, class_no: number });
    expect(refused.status).not.toBe(201);
    expect(await last()).toBe(before + 1);
    expect(await findings()).toEqual([]);
  });

  it('does not fork under concurrent writes', async () => {
    const before = await last();
    await Promise.all(Array.from({ length: 24 }, write));
    expect(await last()).toBe(before + 24);
    expect(await findings()).toEqual([]);
  });

  it('has one entry for each row under concurrent creates in two organisations, some of which fail', async () => {
    const others = (await server().client.signIn('o2002r4')).withRole(2002, 4);
    const state = async (org: string) => {
      const counts = await rowsOf(
        server(),
        `select (select count(*) from classes where org_id = $1)::int as rows, (select count(*) from audit_logs where
           org_id = $1 and resource = 'class' and act = 'create')::int as entries`,
        org,
      );
      return counts[0] as { rows: number; entries: number };
    };
    const before = [await state(ORG), await state('2002')];
    const create = (client: typeof others, [period, grade]: readonly number[], i: number) =>
      client.post(CLASSES, {
        period,
        grade: i % 4 === 3 ? 99 : grade,
        class_name: `并行${i}班`,
        // Every eighth number is taken by the one before.
        class_no: 40 + (i % 8 === 1 ? i - 1 : i),
      });
    const locks: string[] = [];
    const stop = server().db.onStatement(({ sql }) => {
      if (sql.includes('"audit_heads"') && sql.includes('for update')) locks.push(sql);
    });
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => [create(admin(), [3, 8], i), create(others, [2, 3], i)]).map((two) =>
        Promise.all(two),
      ),
    );
    stop();
    for (const [i, org] of [ORG, '2002'].entries()) {
      const created = answers.filter((two) => two[i]?.status === 201).length;
      expect(created).toBeGreaterThanOrEqual(12);
      expect(created).toBeLessThan(32);
      const after = await state(org);
      expect(after.rows - (before[i]?.rows ?? 0)).toBe(created);
      expect(after.entries - (before[i]?.entries ?? 0)).toBe(created);
      expect((await verdict(org))?.findings).toEqual([]);
    }
    // The process knows where it has left each chain.
    expect(locks.length).toBeLessThanOrEqual(2);
  });

  it('is countersigned by the parent institution, whose chain the file countersigns', async () => {
    await confirm();
    const [entry] = await rowsOf(
      server(),
      "select after from audit_logs join audit_links using (org_id, log_id) where org_id = '1001' and act = 'countersign' order by seq desc",
    );
    expect(entry?.['after']).toMatchObject({ heads: { [ORG]: { seq: await last() } } });
    expect(readCountersignatures(file, ledger())).toMatchObject({
      invalidLines: [],
      countersignatures: expect.arrayContaining([
        expect.objectContaining({ heads: expect.objectContaining({ 1001: expect.anything() }) }),
      ]),
    });
    const size = readFileSync(file).length;
    await confirm();
    expect(readFileSync(file).length).toBe(size);
    expect(
      (await verifyAudit(server().db, ledger(), readCountersignatures(file, ledger()).countersignatures)).flatMap(
        (one) => one.findings,
      ),
    ).toEqual([]);
  });

  it.each([
    'update audit_logs set act = act',
    'delete from audit_logs',
    'truncate audit_logs',
    'update audit_links set seq = seq',
    'delete from audit_links',
    'truncate audit_links',
    'delete from audit_heads',
    'truncate audit_heads',
  ])('is append-only in the database, for its owner too: %s', async (sql) => {
    await expect(rowsOf(server(), sql)).rejects.toThrow(/never changed or removed/);
  });

  describe('detects tampering:', () => {
    const before: Record<string, Record<string, unknown>[]> = {};
    const TABLES = ['audit_logs', 'audit_links', 'audit_heads'] as const;
    let end = 0;
    beforeAll(async () => {
      await confirm();
      await write();
      end = await last();
      for (const table of TABLES)
        before[table] = [
          ...(await rowsOf(server(), `select to_jsonb(t) as row from ${table} t where org_id = $1`, ORG)),
        ].map(({ row }) => row as Record<string, unknown>);
    });
    beforeEach(async () => {
      for (const table of TABLES) {
        await tamper(`delete from ${table} where org_id = '${ORG}'`);
        await tamper(
          `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
          JSON.stringify(before[table]),
        );
      }
      expect(await findings()).toEqual([]);
    });
    const logId = (seq: number) => `(select log_id from audit_links where org_id = '${ORG}' and seq = ${seq})`;
    const entry = (seq: number) => `org_id = '${ORG}' and log_id = ${logId(seq)}`;
    /** Rebuilds the links from a number on, as an attacker with knowledge of the format would. */
    const recompute = async (from: number) => {
      let previous = '';
      for (const link of await links()) {
        const hash = link.seq < from ? link.hash : hashOf(link, previous);
        if (hash !== link.hash)
          await tamper('update audit_links set hash = $2 where org_id = $3 and seq = $1', link.seq, hash, ORG);
        previous = hash;
      }
      await tamper(
        'update audit_heads set seq = $1, hash = $2 where org_id = $3',
        (await links()).length,
        previous,
        ORG,
      );
    };

    it.each([
      "act = 'delete'",
      "row_label = '别的'",
      "at = at - interval '1 hour'",
      'after = \'{"x": 1}\'',
      "user_id = 'u-other'",
      'role_id = 9',
      'address = null',
    ])('an edited entry: %s', async (set) => {
      await tamper(`update audit_logs set ${set} where ${entry(7)}`);
      expect(await tamperings()).toEqual([{ what: 'edited', seq: 7 }]);
    });

    it('an edited entry with a recalculated link', async () => {
      await tamper(`update audit_logs set row_label = '别的' where ${entry(7)}`);
      await tamper("update audit_links set digest = 'forged' where org_id = $1 and seq = 7", ORG);
      expect((await tamperings()).map(({ seq }) => seq)).toEqual([7]);
    });

    it('a removed entry', async () => {
      await tamper(`delete from audit_logs where ${entry(9)}`);
      expect(await tamperings()).toEqual([{ what: 'removed', seq: 9 }]);
      expect((await findings())[0]?.text).toContain('第 9 条');
    });

    it('removed entries with their links', async () => {
      const remove = async (seq: number) => {
        await tamper(`delete from audit_logs where ${entry(seq)}`);
        await tamper('delete from audit_links where org_id = $1 and seq = $2', ORG, seq);
      };
      await remove(9);
      expect(await findings()).toEqual([{ kind: 'removed', seq: 9, text: '第 9 条被删除' }]);
      await remove(10);
      expect(await findings()).toEqual([{ kind: 'removed', seq: 9, text: '第 9–10 条被删除' }]);
      await remove(12);
      expect((await findings()).map(({ seq, text }) => [seq, text])).toEqual([
        [9, '第 9–10 条被删除'],
        [12, '第 12 条被删除'],
      ]);
    });

    it('links that name the entry of each other', async () => {
      const [five, six] = (await links()).slice(4, 6);
      for (const [seq, id] of [
        [5, 'aside'],
        [6, five?.log_id],
        [5, six?.log_id],
      ])
        await tamper('update audit_links set log_id = $2 where org_id = $3 and seq = $1', seq, id, ORG);
      expect((await findings()).map(({ kind: what, seq, text }) => [what, seq, text])).toEqual([
        ['reordered', 5, `第 5 条（${six?.log_id}）与第 6 条调换了内容`],
        ['reordered', 6, `第 6 条（${five?.log_id}）与第 5 条调换了内容`],
      ]);
    });

    it('an end that was written without the product, or rewritten under the same signature', async () => {
      const at = (await links()).at(-1);
      await tamper(
        `insert into audit_logs (org_id, log_id, at, user_id, act, resource, row_id) values ('${ORG}', 'forged', '2026-09-01T00:00:00Z', 'u', 'update', 'class', 'x')`,
      );
      const logged = { org_id: ORG, log_id: 'forged', at: '2026-09-01T00:00:00.000Z', user_id: 'u', act: 'update' };
      const none = { role_id: null, row_label: null, before: null, after: null, address: null, request_id: null };
      const digest = digestOf({ ...logged, ...none, resource: 'class', row_id: 'x' });
      const forged = { org_id: ORG, seq: end + 1, log_id: 'forged', digest, broken: false };
      const hash = hashOf(forged, at?.hash ?? '');
      const insert = 'insert into audit_links (org_id, seq, log_id, digest, hash) values ($1, $2, $3, $4, $5)';
      await tamper(insert, ORG, end + 1, 'forged', digest, hash);
      const written = { kind: 'inserted', seq: end + 1, text: `第 ${end + 1} 条起不是系统写入的` };
      expect(await findings()).toEqual([written]);
      // In place of the last one.
      await tamper(`delete from audit_logs where ${entry(end)}`);
      await tamper('delete from audit_links where org_id = $1 and seq = $2', ORG, end);
      const before = (await links()).at(-2);
      await tamper(
        'update audit_links set seq = $2, hash = $3 where org_id = $1 and seq = $4',
        ORG,
        end,
        hashOf({ ...forged, seq: end }, before?.hash ?? ''),
        end + 1,
      );
      expect(await findings()).toEqual([{ kind: 'edited', seq: end, text: '末尾与签名不符：记录被改写' }]);
    });

    it('entries with swapped contents', async () => {
      await tamper(`update audit_logs set log_id = 'aside' where ${entry(5)}`);
      await tamper(`update audit_logs set log_id = ${logId(5)} where ${entry(6)}`);
      await tamper(`update audit_logs set log_id = ${logId(6)} where org_id = '${ORG}' and log_id = 'aside'`);
      // The digest covers the entry's id, so both count as edited.
      expect(await tamperings()).toEqual([
        { what: 'edited', seq: 5 },
        { what: 'edited', seq: 6 },
      ]);
    });

    it('swapped links', async () => {
      for (const [from, to] of [
        [5, -1],
        [6, 5],
        [-1, 6],
      ])
        await tamper('update audit_links set seq = $2 where org_id = $3 and seq = $1', from, to, ORG);
      const all = await findings();
      expect(all[0]).toMatchObject({ kind: 'reordered', seq: 5 });
    });

    it('an inserted entry', async () => {
      await tamper(
        `insert into audit_logs (org_id, log_id, at, user_id, act, resource, row_id) values ('${ORG}', 'forged', '2026-09-01', 'u', 'update', 'class', 'x')`,
      );
      expect(await findings()).toEqual([expect.objectContaining({ kind: 'inserted', logId: 'forged' })]);
    });

    it('an inserted entry with its own link', async () => {
      await tamper(
        `insert into audit_logs (org_id, log_id, at, user_id, act, resource, row_id) values ('${ORG}', 'forged', '2026-09-01', 'u', 'update', 'class', 'x')`,
      );
      const [four] = (await links()).slice(3, 4);
      await tamper('update audit_links set seq = -seq where org_id = $1 and seq >= 5', ORG);
      await tamper('update audit_links set seq = 1 - seq where org_id = $1 and seq < 0', ORG);
      const forged = { org_id: ORG, seq: 5, log_id: 'forged', digest: 'forged', broken: false };
      await tamper(
        'insert into audit_links (org_id, seq, log_id, digest, hash) values ($1, 5, $2, $3, $4)',
        ORG,
        'forged',
        'forged',
        hashOf(forged, four?.hash ?? ''),
      );
      expect(await tamperings()).toEqual(expect.arrayContaining([{ what: 'inserted', seq: 5 }]));
    });

    it('a truncated end', async () => {
      await tamper(`delete from audit_logs where ${entry(end)}`);
      await tamper('delete from audit_links where org_id = $2 and seq = $1', end, ORG);
      expect(await tamperings()).toEqual([{ what: 'truncated', seq: end }]);
      expect((await findings())[0]?.text).toBe(`末尾的第 ${end} 条被截断`);
      await tamper('delete from audit_links where org_id = $2 and seq = $1', end - 1, ORG);
      const text = `末尾的第 ${end - 1}–${end} 条被截断`;
      expect(await findings()).toContainEqual({ kind: 'truncated', seq: end - 1, text });
    });

    it('a truncated end with a matching head', async () => {
      await tamper(`delete from audit_logs where ${entry(end)}`);
      await tamper('delete from audit_links where org_id = $2 and seq = $1', end, ORG);
      await tamper(
        'update audit_heads set seq = $1, hash = (select hash from audit_links where org_id = $2 and seq = $1) where org_id = $2',
        end - 1,
        ORG,
      );
      expect(await tamperings()).toEqual([{ what: 'unsigned', seq: end - 1 }]);
      // The next link records the broken head permanently.
      await write();
      expect(await tamperings()).toEqual([{ what: 'resumed', seq: end }]);
    });

    it('a log that was rewritten from an entry on', async () => {
      await tamper(`update audit_logs set row_label = '别的' where ${entry(7)}`);
      await tamper("update audit_links set digest = 'forged' where org_id = $1 and seq = 7", ORG);
      await recompute(7);
      const all = await findings();
      expect(all.map(({ kind: what }) => what)).toEqual(expect.arrayContaining(['edited', 'unsigned']));
      expect(all.some(({ text }) => text.includes('上级机构 1001'))).toBe(true);
    });

    it('a deleted log', async () => {
      for (const table of TABLES) await tamper(`delete from ${table} where org_id = '${ORG}'`);
      expect(await tamperings()).toEqual(expect.arrayContaining([{ what: 'truncated', seq: 1 }]));
    });

    it('a countersignature file that was altered or shortened at the start', () => {
      const copy = path.join(folder, 'copy.jsonl');
      const text = readFileSync(file, 'utf8');
      const lines = text.split('\n').filter(Boolean);
      expect(lines.length).toBeGreaterThan(1);
      writeFileSync(copy, lines.slice(1).join('\n'));
      expect(readCountersignatures(copy, ledger()).invalidLines).toEqual([1]);
      writeFileSync(copy, text.replace('"seq":', '"seq":1'));
      expect(readCountersignatures(copy, ledger()).invalidLines.length).toBeGreaterThan(0);
      for (const other of [
        '{"at":"cut sho',
        '{"at":"2026-09-01","previous":""}',
        '{"previous":"","mac":"x"}',
        'null',
      ]) {
        writeFileSync(copy, `${text}\n${other}`);
        const read = readCountersignatures(copy, ledger());
        expect([read.invalidLines, read.countersignatures.length]).toEqual([[], lines.length]);
      }
    });

    it('signatures under another secret', async () => {
      const [one] = await verifyAudit(server().db, createLedger('another secret of thirty-two characters'), [], ORG);
      expect(one?.findings.map(({ kind: what }) => what)).toEqual(['unsigned']);
    });

    it('an older copy of the whole log with a valid signature', async () => {
      const older = JSON.stringify(before['audit_heads']);
      await write();
      await confirm();
      const now = await last();
      await tamper(`delete from audit_logs where ${entry(now)}`);
      await tamper('delete from audit_links where org_id = $2 and seq = $1', now, ORG);
      await tamper(`delete from audit_heads where org_id = '${ORG}'`);
      await tamper(
        'insert into audit_heads select * from jsonb_populate_recordset(null::audit_heads, $1::jsonb)',
        older,
      );
      expect(await tamperings()).toEqual([{ what: 'truncated', seq: now }]);
    });
  });

  it('is not visible to the schools below', async () => {
    expect(
      dataOf<{ total: number }>(await admin().get(query('/v1/portal/audits/logs/list', { act: 'countersign' }))).total,
    ).toBe(0);
  });
});

describe('the chain on a server with several processes', () => {
  it('does not fork', async ({ skip }) => {
    const fresh = await freshDatabase('server').catch(() => skip());
    const [one, two] = await Promise.all([openDatabase(fresh.options), openDatabase(fresh.options)]);
    const clock = new TestClock();
    const ledger = createLedger('a secret that both processes share, of some length');
    const auditor: Auditor = {
      services: { clock, ledger, events: NO_EVENTS },
      caller: { userId: 'u' },
      actor: { orgId: 'S', roleId: null },
      address: null,
      requestId: null,
    };
    try {
      const write = (db: typeof one, n: number) =>
        db.transaction({ orgId: 'S', userId: null }, (tx) =>
          audit(
            tx,
            auditor,
            ...Array.from({ length: 1 + (n % 3) }, () => ({ act: 'update', resource: 'class', rowId: String(n) })),
          ),
        );
      await Promise.all(Array.from({ length: 60 }, (_, n) => write(n % 2 ? one : two, n)));
      const [verdict] = await verifyAudit(one, ledger, []);
      expect(verdict).toMatchObject({ entries: 120, findings: [] });
    } finally {
      await Promise.all([one.close(), two.close()]);
      await fresh.remove();
    }
  });
});
