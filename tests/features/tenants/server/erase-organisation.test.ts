import { EventEmitter, once } from 'node:events';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { renewOrganisation } from '../../../../src/app/server/organisations/renew-organisation.ts';
import type { OrganisationPackages } from '../../../../src/features/tenants/server/public.ts';
import { tableTitle } from '../../../../src/features/tenants/table-titles.ts';
import { verifyAudit } from '../../../../src/platform/audit/server/verify.ts';
import { readTenantTables } from '../../../../src/platform/db/server/tenant-tables.ts';
import { StartError } from '../../../../src/platform/runtime/server/start-error.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeDatabases } from '../../../support/databases.ts';
import { OPERATOR_PASSWORD, operatorOf } from '../../../support/operator.ts';
import { useServer } from '../../../support/server.ts';

const TASKS = '/v1/platform/tasks';
const of = (orgId: string) => `/v1/platform/organisations/${orgId}`;
const DAY = 86_400_000;
/** Of a server in production, which has no renewal key. */
const NO_KEYS = {
  mode: 'production',
  dataDir: '',
  masterKeys: undefined,
  renewalKey: undefined,
  renewalPublicKey: undefined,
} as const;
/** The largest school, which is erased once, and one that is erased after a failure. */
const OBJECTS = { '2001': 'media/2001/f1-abc', '2005': 'media/2005/f1-abc' } as const;
const PICTURE = Buffer.from('an encrypted picture');

describeDatabases('erasing an organisation on the page of operators', (kind) => {
  const server = useServer(kind);
  let first: Client;
  let second: Client;
  const signIn = async (login: string) =>
    (await server().client.signIn(login, OPERATOR_PASSWORD))
      .as({ org: { orgId: '99', orgType: '99', roleId: '' } })
      .verified(OPERATOR_PASSWORD);
  beforeAll(async () => {
    first = await (await operatorOf(server(), 'eraser-1')).verified(OPERATOR_PASSWORD);
    const { services, db } = server();
    for (const [orgId, key] of Object.entries(OBJECTS)) {
      await services.objects.write(key, PICTURE, 'application/octet-stream');
      await db.admin((run) =>
        run(
          `insert into media_files (org_id, file_id, user_id, media_type, name, mime, object_key, size, created_at)
           select $1, 'f1', user_id, 1, 'x', 'image/png', $2, 20, now() from memberships where org_id = $1 limit 1`,
          [orgId, key],
        ),
      );
    }
  });

  /** Runs what is due of the kind alone: the first round of all chores takes long. */
  const goOn = async () => {
    const { jobs } = server().services;
    jobs.wake('organisation-erase');
    await jobs.idle();
  };
  const suspend = (orgId: string) =>
    first.post(`${of(orgId)}/actions/suspend`, { reason: '合同到期', confirm_open_cases: true });
  const preview = async (orgId: string, as = first) => (await as.get(`${of(orgId)}/erasure`)).data;
  const propose = (orgId: string, confirm_open_cases = true) =>
    first.post(`${of(orgId)}/actions/propose_erasure`, { reason: '学校已迁出', confirm_open_cases });
  const approve = async (as: Client, id: string, change: object = {}): Promise<Answer> => {
    const { org_id } = (await as.get(TASKS)).data.items.find(({ task_id }: { task_id: string }) => task_id === id);
    const { org_name, rows } = await preview(org_id, as);
    return as.post(`${TASKS}/${id}/actions/approve`, { org_name, rows, confirm_open_cases: true, ...change });
  };
  const taskOf = async (id: string, as = first) =>
    (await as.get(`${TASKS}?size=50`)).data.items.find(({ task_id }: { task_id: string }) => task_id === id);
  const rowsOf = async (orgId: string) => {
    const { db } = server();
    const columns = await db.admin((run) =>
      run(`select c.oid::regclass::text as table, a.attname as column from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname in ('org_id', 'tenant', 'from_org_id')
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`),
    );
    const counts = columns.map(
      ({ table, column }) => `select count(*) n from ${String(table)} where ${String(column)} = $1`,
    );
    const [rows] = await db.admin((run) =>
      run(`select sum(n)::int as n from (${counts.join(' union all ')}) c`, [orgId]),
    );
    return Number(rows?.['n']);
  };
  const actsOf = async (orgId: string, about = orgId) =>
    (
      await server().db.admin((run) =>
        run(
          `select e.act, e.after ->> 'finished' as finished from audit_links l join audit_logs e using (org_id, log_id)
           where org_id = $1 and row_id = $2 order by l.seq`,
          [orgId, about],
        ),
      )
    ).map(({ act, finished }) => (finished === null ? act : `${String(act)} ${String(finished)}`));

  describe('before anything is erased', () => {
    it('counts what would go without locking a table, and says what stands against it', async () => {
      const { db } = server();
      const rows = await rowsOf('2001');
      const [students] = await db.admin((run) => run("select count(*)::int as n from students where org_id = '2001'"));
      const found = await preview('2001');
      expect(found).toMatchObject({ org_name: '青禾市第一中学', objects: 1, rows });
      expect(found.tables).toContainEqual({ name: 'students', title: '学生', rows: students?.['n'] });
      const { tables } = await db.admin(readTenantTables);
      expect(tables.map(({ name }) => name).filter((name) => tableTitle(name) === name)).toEqual([]);
      expect(found.hindrances).toEqual([{ kind: 'in_service', count: 1 }]);
      expect((await preview('1001')).hindrances).toContainEqual({ kind: 'below', count: 5 });
      expect((await propose('2001')).code).toBe('PSY_ERASURE_HINDERED');
      if (kind === 'embedded') return;
      // Somebody reads a table for long: whoever wants to lock it waits.
      const held = await db.admin(async (run) => {
        await run('begin; select from students limit 1');
        const answer = await preview('2001');
        await run('rollback');
        return answer;
      });
      expect(held.rows).toBe(rows);
    });

    it('is proposed for a suspended organisation, with open work confirmed, and erases nothing', async () => {
      expect((await suspend('2001')).status).toBe(200);
      expect((await propose('2001', false)).code).toBe('PSY_OPEN_CASES');
      const { status, data } = await propose('2001');
      expect(status).toBe(201);
      expect(data).toMatchObject({ kind: 'erase', state: 'proposed', own: true, approval: 'later' });
      expect((await propose('2001')).code).toBe('PSY_TENANT_TASK');
      await goOn();
      expect(await preview('2001')).toMatchObject({ hindrances: [] });
      expect((await actsOf('2001')).at(-1)).toBe('propose_erasure');
    });

    it('is approved by nobody alone within seven days, by no proposer beside another operator', async () => {
      const { task_id: id } = (await first.get(TASKS)).data.items[0];
      expect((await approve(first, id)).code).toBe('PSY_CONFLICT');
      second = await (await operatorOf(server(), 'eraser-2')).verified(OPERATOR_PASSWORD);
      expect(await taskOf(id)).toMatchObject({ approval: 'another' });
      server().clock.advance(8 * DAY);
      first = await signIn('eraser-1');
      second = await signIn('eraser-2');
      const own = await approve(first, id);
      expect([own.code, own.json.message]).toEqual(['PSY_CONFLICT', '清除由您本人提出，须由另一位平台运营人员批准']);
      expect(await taskOf(id, second)).toMatchObject({ approval: 'now', own: false });
    });

    it('is approved with the name as typed and the numbers as seen', async () => {
      const { task_id: id } = (await first.get(TASKS)).data.items[0];
      expect((await approve(second, id, { org_name: '青禾一中' })).code).toBe('PSY_CONFLICT');
      const { rows } = await preview('2001');
      expect((await approve(second, id, { rows: rows - 1 })).code).toBe('PSY_CONFLICT');
      const { open_warnings, open_cases } = await preview('2001', second);
      expect(open_warnings + open_cases).toBeGreaterThan(0);
      const unconfirmed = await approve(second, id, { confirm_open_cases: false });
      expect(unconfirmed.code).toBe('PSY_OPEN_CASES');
      expect(unconfirmed.json.message).toContain(`${open_warnings} 条未核实的预警和 ${open_cases} 个未结的危机个案`);
      expect(await rowsOf('2001')).toBeGreaterThan(1000);
    });

    it('is refused or taken back with a reason', async () => {
      const { task_id: id } = (await first.get(TASKS)).data.items[0];
      const refused = await second.post(`${TASKS}/${id}/actions/refuse`, { reason: '学校还要核对' });
      expect(refused.data).toMatchObject({ state: 'refused', refusal: '学校还要核对', decided_by_name: '运营员' });
      expect((await approve(second, id)).code).toBe('PSY_CONFLICT');
      expect((await first.get(`${TASKS}/${id}/proof`)).status).toBe(404);
    });

    it('says what the installation lacks to read it', async () => {
      const { packages } = server().services;
      const lacking = vi
        .spyOn(packages, 'previewErasure')
        .mockImplementationOnce(() => Promise.reject(new StartError('请设置 DATABASE_BACKUP_URL')));
      const answer = await first.get(`${of('2003')}/erasure`);
      lacking.mockRestore();
      expect([answer.status, answer.code]).toEqual([409, 'PSY_ERASURE_HINDERED']);
      expect(answer.json.message).toBe('请设置 DATABASE_BACKUP_URL');
    });

    it('is withdrawn when the organisation is in service again', async () => {
      expect((await suspend('2003')).status).toBe(200);
      const { task_id: id } = (await propose('2003')).data;
      expect((await first.post(`${of('2003')}/actions/resume`, { reason: '学校续约' })).status).toBe(200);
      expect(await taskOf(id)).toMatchObject({
        state: 'refused',
        refusal: 'resumed',
      });
      expect((await suspend('2003')).status).toBe(200);
      expect((await approve(second, id)).code).toBe('PSY_CONFLICT');
      expect((await first.post(`${of('2003')}/actions/resume`, { reason: '学校续约' })).status).toBe(200);
    });

    it('is closed to people of organisations', async () => {
      const leader = (await server().client.signIn('o2003r4')).withRole(2003, 4);
      for (const answer of [
        await leader.get(`${of('2003')}/erasure`),
        await leader.post(`${of('2003')}/actions/propose_erasure`, { reason: '自己清除', confirm_open_cases: true }),
      ])
        expect(answer.code).toBe('AC_FORBIDDEN');
    });
  });

  /** Fails the work of packages once, before or after it has taken effect. */
  const failOnce = (when: 'within' | 'after') => {
    const { packages } = server().services;
    const real = packages.erase.bind(packages) as OrganisationPackages['erase'];
    return vi.spyOn(packages, 'erase').mockImplementationOnce(async (services, orgId, erasing) => {
      if (when === 'within')
        return real(services, orgId, {
          ...erasing,
          mark: async (run, proof) => {
            await erasing.mark(run, proof);
            throw new Error('the process died');
          },
        });
      await real(services, orgId, erasing);
      throw new Error('the process died');
    });
  };

  describe('once it is approved', () => {
    it('is rolled back whole where it breaks within, and begins again', async () => {
      const { services, clock } = server();
      expect((await suspend('2005')).status).toBe(200);
      const { task_id: id } = (await propose('2005')).data;
      const rows = await rowsOf('2005');
      const broken = failOnce('within');
      expect((await approve(second, id)).status).toBe(200);
      await services.jobs.idle();
      expect(await taskOf(id)).toMatchObject({ state: 'working' });
      // The approval is an entry of the platform alone.
      expect(await rowsOf('2005')).toBe(rows);
      expect(await services.objects.read(OBJECTS['2005'], 100)).toEqual(PICTURE);
      expect((await propose('2005')).code).toBe('PSY_TENANT_TASK');
      const exporting = await first.post(`${of('2005')}/actions/export`, { reason: '还要一份' });
      expect(exporting.code).toBe('PSY_TENANT_TASK');
      const term = { until: '2039-12-31', service_type: 2, protection_days: 30 };
      for (const answer of [
        await first.post(`${of('2005')}/actions/resume`, { reason: '学校续约' }),
        await first.post(`${of('2005')}/actions/renew`, term),
        await first.put(of('2005'), { parent_org_id: null }),
      ])
        expect(answer.code).toBe('PSY_TENANT_TASK');
      // The command `service` asks as well.
      const renewal = renewOrganisation({ ...services, config: { ...NO_KEYS } }, '2005', {
        until: '2039-12-31',
        trial: false,
      });
      await expect(renewal).rejects.toThrow('这个单位有一项任务还没有结束');
      clock.advance(60_000);
      await goOn();
      broken.mockRestore();
      expect(await taskOf(id)).toMatchObject({ state: 'done' });
    });

    it('goes on with the end where it breaks after the rows are gone', async () => {
      const { services, clock } = server();
      const { task_id: id } = (await propose('2001')).data;
      const broken = failOnce('after');
      expect((await approve(second, id)).status).toBe(200);
      await services.jobs.idle();
      expect(await rowsOf('2001')).toBe(0);
      expect(await taskOf(id)).toMatchObject({ state: 'erased' });
      clock.advance(60_000);
      await goOn();
      expect(broken).toHaveBeenCalledTimes(1);
      broken.mockRestore();
      expect(await taskOf(id)).toMatchObject({ state: 'done' });
      expect((await actsOf('99', '2001')).slice(-2)).toEqual(['erase false', 'erase true']);
    });

    it('leaves no row and no object, and an entry of the platform that says so once', async () => {
      const { services, db } = server();
      expect(await rowsOf('2001')).toBe(0);
      expect(await services.objects.read(OBJECTS['2001'], 100)).toBeUndefined();
      await expect(server().client.signIn('o2001r4')).rejects.toThrow('401');
      expect((await actsOf('99', '2001')).filter((act) => String(act).endsWith('true'))).toEqual(['erase true']);
      expect(await verifyAudit(db, services.ledger, [], '99')).toMatchObject([{ orgId: '99', findings: [] }]);
      const colleague = (await server().client.signIn('o2003r4')).withRole(2003, 4);
      expect((await colleague.get('/v1/portal/classes?page=1&size=5')).status).toBe(200);
    });

    it('is proved by a document whose code the public page confirms', async () => {
      const { task_id: id, facts } = (await first.get(TASKS)).data.items.find(
        ({ state }: { state: string }) => state === 'done',
      );
      expect(facts).toEqual(expect.arrayContaining([{ label: '附件数', value: '1' }]));
      const proof = await second.get(`${TASKS}/${id}/proof`);
      expect(proof.status).toBe(200);
      expect(proof.headers['content-type']).toBe('application/pdf');
      expect(proof.body.subarray(0, 5).toString()).toBe('%PDF-');
      const [code] = await server().db.admin((run) =>
        run("select kind, array_length(digests, 1) as digests from file_codes where org_id = '99'"),
      );
      expect(code).toEqual({ kind: 'erasure', digests: 1 });
      expect((await actsOf('99', '2001')).at(-1)).toBe('export');
    });

    it('waits while an export reads, and while somebody holds a table, and holds nobody up meanwhile', async () => {
      const { services, db, clock } = server();
      expect((await suspend('2002')).status).toBe(200);
      const { task_id: id } = (await propose('2002')).data;
      await db.admin((run) =>
        run(
          `insert into organisation_tasks (org_id, task_id, kind, state, about_org, about_name, reason, requested_by, requested_at)
           values ('99', 'reading-1', 'export', 'working', '2003', 'x', 'x', 'x', now())`,
        ),
      );
      const erase = vi.spyOn(services.packages, 'erase');
      expect((await approve(second, id)).status).toBe(200);
      await services.jobs.idle();
      expect(erase).not.toHaveBeenCalled();
      await db.admin((run) => run("delete from organisation_tasks where task_id = 'reading-1'"));
      if (kind === 'server') {
        clock.advance(61_000);
        const colleague = (await server().client.signIn('o2003r4')).withRole(2003, 4);
        const steps = new EventEmitter();
        const locked = once(steps, 'locked');
        const held = db.admin(async (run) => {
          await run('begin; select from students limit 1');
          steps.emit('locked');
          await once(steps, 'release');
          await run('rollback');
        });
        await locked;
        services.jobs.wake('organisation-erase');
        const began = Date.now();
        while (erase.mock.settledResults.every(({ type }) => type === 'incomplete') && Date.now() - began < 30_000) {
          const asked = Date.now();
          expect((await colleague.get('/v1/portal/classes?page=1&size=5')).status).toBe(200);
          expect(Date.now() - asked).toBeLessThan(6000);
        }
        steps.emit('release');
        await held;
        await services.jobs.idle();
        expect(erase.mock.settledResults[0]).toMatchObject({ type: 'rejected', value: { name: 'TablesBusy' } });
        expect(await taskOf(id)).toMatchObject({ state: 'working' });
        expect(await rowsOf('2002')).toBeGreaterThan(100);
      }
      clock.advance(61_000);
      await goOn();
      erase.mockRestore();
      expect(await taskOf(id)).toMatchObject({ state: 'done' });
    });

    it('erases nothing where something was added since it was read, and begins again', async () => {
      const { services, db, clock } = server();
      expect((await suspend('2004')).status).toBe(200);
      const { task_id: id } = (await propose('2004')).data;
      const { packages } = services;
      const real = packages.erase.bind(packages) as OrganisationPackages['erase'];
      const added = vi.spyOn(packages, 'erase').mockImplementationOnce((parts, orgId, erasing) =>
        real(parts, orgId, {
          ...erasing,
          begin: async (found) => {
            await erasing.begin(found);
            await db.admin((run) =>
              run(
                `insert into media_files (org_id, file_id, user_id, media_type, name, mime, object_key, size, created_at)
                 select '2004', 'late', user_id, 1, 'x', 'image/png', 'media/2004/late', 20, now()
                 from memberships where org_id = '2004' limit 1`,
              ),
            );
          },
        }),
      );
      expect((await approve(second, id)).status).toBe(200);
      await services.jobs.idle();
      expect(await taskOf(id)).toMatchObject({ state: 'working' });
      expect(await rowsOf('2004')).toBeGreaterThan(100);
      clock.advance(60_000);
      await goOn();
      added.mockRestore();
      expect(await taskOf(id)).toMatchObject({
        state: 'done',
        facts: expect.arrayContaining([{ label: '附件数', value: '1' }]) as unknown,
      });
      expect(await rowsOf('2004')).toBe(0);
    });

    it('erases nothing where the organisation is in service again by then', async () => {
      const { services } = server();
      expect((await suspend('2003')).status).toBe(200);
      const { task_id: id } = (await propose('2003')).data;
      const rows = await rowsOf('2003');
      const { packages } = services;
      const real = packages.erase.bind(packages) as OrganisationPackages['erase'];
      const resumed = vi.spyOn(packages, 'erase').mockImplementationOnce((parts, orgId, erasing) =>
        real(parts, orgId, {
          ...erasing,
          begin: async (found) => {
            await erasing.begin(found);
            await server().db.admin((run) =>
              run("update tenants set suspended_at = null, suspended_for = null where org_id = '2003'"),
            );
          },
        }),
      );
      expect((await approve(second, id)).status).toBe(200);
      await services.jobs.idle();
      resumed.mockRestore();
      expect(await taskOf(id)).toMatchObject({
        state: 'failed',
        problem: expect.stringContaining('还在服务中') as string,
      });
      expect(await rowsOf('2003')).toBeGreaterThanOrEqual(rows);
    });
  });

  it('is approved by a single operator after seven days', async () => {
    const { db, services, clock } = server();
    await db.admin((run) => run("update accounts set enabled = false where login_key = 'eraser-2'"));
    expect((await suspend('2003')).status).toBe(200);
    const { task_id: id, approval } = (await propose('2003')).data;
    expect(approval).toBe('later');
    expect((await approve(first, id)).json.message).toContain('提出 7 天以后');
    clock.advance(7 * DAY + 1000);
    first = await signIn('eraser-1');
    expect(await taskOf(id)).toMatchObject({ approval: 'now' });
    expect((await approve(first, id)).status).toBe(200);
    await services.jobs.idle();
    expect(await taskOf(id)).toMatchObject({ state: 'done' });
    expect(await rowsOf('2003')).toBe(0);
  });
});
