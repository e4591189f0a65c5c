import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Item, Overview, Run, Upcoming } from '../../../../src/features/retention/contract.ts';
import { eraseDue } from '../../../../src/features/retention/server/runs/erase-due.ts';
import { verifyAudit } from '../../../../src/platform/audit/server/verify.ts';
import { png } from '../../../platform/media/server/samples.ts';
import { sent } from '../../../platform/media/server/support.ts';
import { dataOf, rowsOf, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;
const BASE = '/v1/portal/retention';
const REASON = { reason: '保留年限已满' };

describeApi('retention of what a school holds about students who have left', (kind) => {
  const server = useServer(kind);
  let admin: Client, second: Client, head: Client, teacher: Client, stranger: Client;
  /** Two students with results, warnings and records; one who stays at school. */
  let whole = '',
    other = '',
    here = '',
    picture = '';
  const inOrg = (sql: string, ...parameters: unknown[]) =>
    server().db.admin(async (run) => {
      await run("select set_config('app.org_id', '2001', false)");
      return run(sql, parameters);
    });
  const signIn = async (role: number, org = 2001) =>
    (await server().client.signIn(`o${org}r${role}`)).withRole(org, role).verified();
  const everyone = async () => {
    admin = await signIn(4);
    second = await signIn(5);
    head = await signIn(12);
    teacher = await signIn(10);
    stranger = await signIn(4, 2002);
  };
  const rows = async (child: string) => {
    const found = await inOrg('select of_table, body from rows_of_child($1)', child);
    return found.map(({ of_table, body }) => JSON.stringify([of_table, body])).sort();
  };
  const overview = async () => dataOf<Overview>(await admin.get(BASE));
  const kindOf = async (name: string) => (await overview()).kinds.find((one) => one.kind === name);
  const propose = () => admin.post(`${BASE}/runs`, REASON);
  const itemsOf = async (run: string) =>
    dataOf<Listed<Item>>(await admin.get(`${BASE}/runs/${run}/items?size=200`)).items;
  const runOf = async (run: string) => dataOf<Run>(await admin.get(`${BASE}/runs/${run}`));
  const approve = async (client: Client, run: string) => {
    const { students, total } = await runOf(run);
    return client.post(`${BASE}/runs/${run}/approve`, { students, total });
  };
  const settle = () => server().services.jobs.idle();
  /** Proposed and approved, with everything moved. */
  const approved = async () => {
    const { run_id } = dataOf<Run>(await propose());
    expect((await approve(second, run_id)).status).toBe(200);
    await settle();
    return run_id;
  };
  const counts = async () => ({
    warns: await rowsOf(
      server(),
      "select * from warn_counts where org_id = '2001' and n <> 0 order by year, part, dim, key",
    ),
    exams: await rowsOf(
      server(),
      "select * from exam_counts where org_id = '2001' and n <> 0 order by exam_id, part, sex, scale_id, dimension_id, band_id, state",
    ),
  });

  beforeAll(async () => {
    // The service outlasts the test.
    await inOrg("update orgs set account_expire_at = '2045-01-01' where org_id in ('2001', '2002')");
    await server().services.access.invalidateOrg('2001');
    await everyone();
    const found = await rowsOf(
      server(),
      `select r.child_id from exam_results r join exams e using (org_id, exam_id) where r.org_id = '2001' and r.ended_at is null and e.status <> 'published'
       and exists (select from enrolments n where n.org_id = r.org_id and n.child_id = r.child_id)
       group by r.child_id order by bool_or(e.bureau_plan_id is not null) desc, r.child_id limit 3`,
    );
    [whole, other, here] = found.map(({ child_id }) => String(child_id)) as [string, string, string];
    const counsellor = await signIn(8);
    for (const child of [whole, other]) {
      await counsellor.post('/v1/portal/interviews', {
        child_id: child,
        happened_at: '2026-11-19T10:00:00+08:00',
        with_whom: 1,
        way: 1,
        content: '谈到了新同学',
      });
    }
    const drawing = dataOf<{ drawing_id: string }>(
      await counsellor.post('/v1/portal/drawings', {
        child_id: whole,
        happened_at: '2026-11-19T10:00:00+08:00',
        topic: 1,
        content: '一座房子',
      }),
    ).drawing_id;
    const file = await sent(server(), counsellor, 'house.png', png());
    picture = file.file_id;
    const attached = await counsellor.post(`/v1/portal/drawings/${drawing}/media_infos`, {
      media_infos: [{ media_type: 1, media_info: picture }],
    });
    expect(attached.status).toBe(201);
    // Everything that would keep them from being touched is over; they leave today.
    for (const child of [whole, other]) {
      await inOrg(
        "update crisis_cases set status = 2, closed_at = now(), closed_by = 'x' where child_id = $1 and status = 1",
        child,
      );
      await inOrg(
        "update warns set valid_status = 2, verified_at = now(), verified_by = 'x' where child_id = $1 and valid_status = 0",
        child,
      );
      await inOrg('update referrals set status = 128 where child_id = $1', child);
      await inOrg(
        "update exam_sheets set withdrawn_at = now() where child_id = $1 and exam_id in (select exam_id from exams where status = 'published')",
        child,
      );
    }
    const ids = await rowsOf(server(), 'select student_id from students where child_id = any($1)', [whole, other]);
    const left = await admin.put('/v1/portal/students/study_status/batch', {
      study_status: 4,
      student_ids: ids.map(({ student_id }) => String(student_id)),
    });
    expect(left.status).toBe(200);
  });

  it('shows what is kept how long and how much there is, to administrators and the head only', async () => {
    const { kinds, others, quarantine_days } = await overview();
    expect(quarantine_days).toBe(30);
    expect(Object.fromEntries(kinds.map(({ kind: name, years }) => [name, years]))).toEqual({
      answers: 1,
      screening: 3,
      intervention: 3,
      crisis: 3,
      comment: 3,
      record: 3,
    });
    for (const name of ['screening', 'crisis', 'intervention', 'record'])
      expect([name, kinds.find(({ kind: one }) => one === name)?.total]).toEqual([name, expect.any(Number)]);
    expect(kinds.find(({ kind: name }) => name === 'record')?.total).toBeGreaterThan(1000);
    expect(others.find(({ kind: name }) => name === 'log')?.total).toBeGreaterThan(0);
    expect((await head.get(BASE)).status).toBe(200);
    expect((await teacher.get(BASE)).code).toBe('AC_FORBIDDEN');
    for (const answer of await Promise.all([
      head.post(`${BASE}/runs`, REASON),
      head.put(`${BASE}/terms`, { comment: 2 }),
      head.post(`${BASE}/holds`, { child_id: whole, ...REASON }),
      teacher.get(`${BASE}/upcoming`),
    ]))
      expect(answer.code).toBe('AC_FORBIDDEN');
    const unverified = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    expect((await unverified.post(`${BASE}/runs`, REASON)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    await everyone();
  });

  it('keeps terms below that of the whole record, and cases as long as the records around them', async () => {
    expect((await admin.put(`${BASE}/terms`, { answers: 4 })).json).toMatchObject({
      code: 'PSY_INVALID_INPUT',
      details: [{ field: '/answers' }],
    });
    expect((await admin.put(`${BASE}/terms`, { crisis: 1 })).fields).toEqual(['/crisis']);
    expect((await admin.put(`${BASE}/terms`, { comment: 2 })).status).toBe(200);
    expect((await kindOf('comment'))?.years).toBe(2);
    expect((await propose()).json).toMatchObject({ code: 'PSY_CONFLICT', message: '目前没有到期的内容' });
  });

  it('looks ahead: what falls due in the next 90 days', async () => {
    server().clock.advance(YEAR - 40 * DAY);
    await everyone();
    const { total, items } = dataOf<Listed<Upcoming>>(await admin.get(`${BASE}/upcoming?size=200`));
    expect(total).toBe(items.length);
    expect(items.find(({ child_id }) => child_id === whole)).toMatchObject({
      due_on: '2027-11-20',
      kinds: ['answers'],
    });
    expect((await kindOf('answers'))?.soon.students).toBeGreaterThanOrEqual(2);
    expect((await kindOf('answers'))?.due.students).toBe(0);
  });

  describe('answers after a year', () => {
    let run = '';
    it('are listed, approved by another person only, once', async () => {
      server().clock.advance(41 * DAY);
      await everyone();
      run = dataOf<Run>(await propose()).run_id;
      expect((await propose()).code).toBe('PSY_CONFLICT');
      expect(await itemsOf(run)).toEqual(
        expect.arrayContaining([expect.objectContaining({ child_id: whole, kinds: ['answers'], status: 1, why: [] })]),
      );
      const { students, total } = await runOf(run);
      expect((await admin.post(`${BASE}/runs/${run}/approve`, { students, total })).json.message).toContain('另一位');
      expect((await second.post(`${BASE}/runs/${run}/approve`, { students, total: total + 1 })).code).toBe(
        'PSY_CONFLICT',
      );
      expect((await stranger.post(`${BASE}/runs/${run}/approve`, { students, total })).status).toBe(404);
      expect((await head.post(`${BASE}/runs/${run}/approve`, { students, total })).code).toBe('AC_FORBIDDEN');
      const both = await Promise.all([
        second.post(`${BASE}/runs/${run}/approve`, { students, total }),
        second.post(`${BASE}/runs/${run}/approve`, { students, total }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      await settle();
      expect(await runOf(run)).toMatchObject({ status: 2, quarantined: students });
    });

    it('go, and the results stay', async () => {
      const sheets = await inOrg(
        'select answers from exam_sheets where child_id = $1 and scored_at is not null',
        whole,
      );
      expect(sheets.length).toBeGreaterThan(0);
      expect(sheets.filter(({ answers }) => answers !== null)).toEqual([]);
      expect(
        await inOrg(
          'select from exam_answers a join exam_sheets h using (org_id, child_exam_id) where h.child_id = $1',
          whole,
        ),
      ).toEqual([]);
      expect((await inOrg('select from exam_results where child_id = $1', whole)).length).toBeGreaterThan(0);
      expect((await propose()).code).toBe('PSY_CONFLICT');
    });

    it('are erased for good after 30 days, by each process once', async () => {
      server().clock.advance(31 * DAY);
      await Promise.all([eraseDue(server().services, '2001'), eraseDue(server().services, '2001')]);
      expect(await rowsOf(server(), 'select from quarantined_rows where run_id = $1', run)).toEqual([]);
      await everyone();
      expect(await runOf(run)).toMatchObject({ status: 3, quarantined: 0 });
      const { items } = dataOf<Listed<{ act: string }>>(
        await admin.get('/v1/portal/audits/logs/list?act=erase&size=200'),
      );
      expect(items.length).toBe((await runOf(run)).erased);
    });
  });

  describe('the whole record after three years', () => {
    let before: string[] = [];
    let run = '';
    let numbers: Awaited<ReturnType<typeof counts>>;

    it('names why a student is not touched: a hold, an open case, a running screening', async () => {
      server().clock.advance(2 * YEAR);
      await everyone();
      const { hold_id } = dataOf<{ hold_id: string }>(
        await admin.post(`${BASE}/holds`, { child_id: other, reason: '法院要求保全' }),
      );
      expect((await admin.post(`${BASE}/holds`, { child_id: other, ...REASON })).code).toBe('PSY_CONFLICT');
      expect((await stranger.post(`${BASE}/holds`, { child_id: other, ...REASON })).status).toBe(404);
      expect((await stranger.post(`${BASE}/holds/${hold_id}/lift`, REASON)).status).toBe(404);
      const held = dataOf<{ items: { reason: string; child_id: string }[] }>(await admin.get(`${BASE}/holds`)).items;
      expect(held[0]).toMatchObject({ child_id: other, reason: '法院要求保全', child_name: expect.any(String) });
      const single = dataOf<{ may_erase: boolean; blocked: string[]; total: number }>(
        await admin.get(`/v1/portal/children/${other}/erasure`),
      );
      expect(single).toMatchObject({ may_erase: false, blocked: ['依法保留'] });
      const refused = await admin.post(`/v1/portal/children/${other}/erasure`, { ...REASON, total: single.total });
      expect(refused.json.message).toContain('依法保留');
      await expect(inOrg('select * from erase_child($1)', other)).rejects.toThrow(/hold/);

      const proposed = dataOf<Run>(await propose());
      run = proposed.run_id;
      const items = await itemsOf(run);
      expect(items.find(({ child_id }) => child_id === other)).toMatchObject({ status: 2, why: ['hold'] });
      expect(items.find(({ child_id }) => child_id === whole)).toMatchObject({ status: 1, kinds: ['record'] });
      const file = (await admin.get(`${BASE}/runs/${run}/export?format=csv`)).text;
      expect(file).toContain(whole);
      expect(file).toContain('依法保留');
      expect((await head.get(`${BASE}/runs/${run}/export`)).code).toBe('AC_FORBIDDEN');
    });

    it('shows what changed since the proposal, and refuses what was seen before', async () => {
      const seen = await runOf(run);
      await inOrg(
        'update warns set valid_status = 0, verified_at = null, crisis_level = null where child_id = $1',
        whole,
      );
      const open = await inOrg('select from warns where child_id = $1 and not drill', whole);
      if (open.length > 0) {
        expect((await runOf(run)).students).toBe(seen.students - 1);
        const stale = await second.post(`${BASE}/runs/${run}/approve`, { students: seen.students, total: seen.total });
        expect(stale.code).toBe('PSY_CONFLICT');
      }
      await inOrg(
        "update warns set valid_status = 2, verified_at = now(), verified_by = 'x' where child_id = $1 and valid_status = 0",
        whole,
      );
    });

    it('is out of every table in quarantine, its counts too, and comes back exactly as it was', async () => {
      before = await rows(whole);
      numbers = await counts();
      expect((await approve(second, run)).status).toBe(200);
      await settle();
      expect(await rows(whole)).toEqual([]);
      expect((await admin.get(`/v1/portal/children/${whole}`)).status).toBe(404);
      const label = dataOf<Listed<{ row_id?: string; row_label: string }>>(
        await admin.get('/v1/portal/audits/logs/list?act=quarantine&size=1'),
      ).items[0];
      expect(label?.row_label).not.toMatch(/\p{Script=Han}/u);
      expect((await itemsOf(run)).find(({ child_id }) => child_id === whole)).toMatchObject({
        status: 4,
        child_name: expect.any(String),
      });
      expect(await inOrg('select from media_files where file_id = $1', picture)).toEqual([]);

      expect((await head.post(`${BASE}/runs/${run}/restore`, { child_ids: [whole], ...REASON })).code).toBe(
        'AC_FORBIDDEN',
      );
      const both = await Promise.all(
        [admin, second].map((client) => client.post(`${BASE}/runs/${run}/restore`, { child_ids: [whole], ...REASON })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await rows(whole)).toEqual(before);
      expect(await counts()).toEqual(numbers);
      expect((await admin.get(`/v1/portal/children/${whole}`)).status).toBe(200);
      expect((await inOrg('select from media_files where file_id = $1', picture)).length).toBe(1);
    });

    it('leaves alone who came back to the school between the list and the approval', async () => {
      await server().services.jobs.runNow('retention-erase');
      run = dataOf<Run>(await propose()).run_id;
      await inOrg('update students set study_status = 1, updated_at = now() where child_id = $1', whole);
      expect((await itemsOf(run)).find(({ child_id }) => child_id === whole)).toMatchObject({
        status: 2,
        why: ['returned'],
      });
      await inOrg('update students set study_status = 4 where child_id = $1', whole);
      await inOrg("delete from enrolments where child_id = $1 and since > now() - interval '1 hour'", whole);
      const refused = await admin.post(`${BASE}/runs/${run}/refuse`, { reason: '重新核对' });
      expect(dataOf<Run>(refused)).toMatchObject({ status: 4, refusal: '重新核对' });
      expect((await approve(second, run)).json.message).toContain('未批准');
    });

    it('is not taken back over another student who has the number now', async () => {
      run = await approved();
      const [{ student_no } = {}] = await inOrg(
        "select body ->> 'student_no' as student_no from quarantined_rows where subject_id = $1 and of_table = 'students'",
        whole,
      );
      await inOrg(
        "insert into students (org_id, child_id, student_id, child_name, student_no) values ('2001', 'again', 'again-1', '又来的人', $1)",
        student_no,
      );
      const refused = await admin.post(`${BASE}/runs/${run}/restore`, { child_ids: [whole], ...REASON });
      expect(refused.json).toMatchObject({
        code: 'PSY_CONFLICT',
        message: expect.stringContaining(String(student_no)),
      });
      expect(await rows(whole)).toEqual([]);
    });

    it('waits for the end of a hold that is set during the quarantine', async () => {
      const { hold_id } = dataOf<{ hold_id: string }>(
        await admin.post(`${BASE}/holds`, { child_id: whole, reason: '调查中' }),
      );
      server().clock.advance(31 * DAY);
      await everyone();
      await eraseDue(server().services, '2001');
      const kept = () => inOrg('select from quarantined_rows where subject_id = $1', whole);
      expect((await kept()).length).toBeGreaterThan(0);
      await expect(inOrg('select erase_quarantined($1, $2)', run, whole)).rejects.toThrow(/hold/);
      expect((await admin.post(`${BASE}/holds/${hold_id}/lift`, REASON)).status).toBe(200);
      expect((await admin.post(`${BASE}/holds/${hold_id}/lift`, REASON)).code).toBe('PSY_CONFLICT');
    });

    it('goes on after a death in the middle, and leaves nothing but the id in the log', async () => {
      const { services } = server();
      const [object] = await inOrg(
        "select body ->> 'object_key' as key from quarantined_rows where subject_id = $1 and of_table = 'media_files'",
        whole,
      );
      expect(await services.objects.read(String(object?.['key']), 1e9)).toBeDefined();
      await server().db.admin((run_) =>
        run_("create function dies() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$"),
      );
      await server().db.admin((run_) =>
        run_(
          'create constraint trigger dies after update on erasure_items deferrable initially deferred for each row execute function dies()',
        ),
      );
      vi.spyOn(services.log, 'error').mockImplementation(() => undefined);
      expect(await eraseDue(services, '2001')).toBe(0);
      vi.restoreAllMocks();
      await server().db.admin((run_) => run_('drop function dies() cascade'));
      expect((await inOrg('select from quarantined_rows where subject_id = $1', whole)).length).toBeGreaterThan(0);
      expect(await services.objects.read(String(object?.['key']), 1e9)).toBeDefined();

      expect(await eraseDue(services, '2001')).toBeGreaterThan(0);
      expect(await services.objects.read(String(object?.['key']), 1e9)).toBeUndefined();
      expect((await runOf(run)).status).toBe(3);
      const columns = await rowsOf(
        server(),
        "select table_name as t, column_name as c from information_schema.columns where table_schema = 'public' and data_type = 'text'",
      );
      const holders = new Set<string>();
      for (const { t, c } of columns)
        if ((await rowsOf(server(), `select from ${String(t)} where ${String(c)} = $1 limit 1`, whole)).length > 0)
          holders.add(String(t));
      expect([...holders].sort()).toEqual(['audit_logs', 'erasure_items', 'erasures']);
      expect(
        (await admin.post(`${BASE}/runs/${run}/restore`, { child_ids: [whole], ...REASON })).json.message,
      ).toContain('已经清除');
      expect((await verifyAudit(server().db, services.ledger, [], '2001'))[0]?.findings).toEqual([]);
    });

    it('leaves other students as they were', async () => {
      expect((await admin.get(`/v1/portal/children/${here}`)).status).toBe(200);
      expect((await admin.get(`/v1/portal/children/${other}`)).status).toBe(200);
    });
  });
});
