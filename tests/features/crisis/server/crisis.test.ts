import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseDetail } from '../../../../src/features/crisis/contract/cases.ts';
import type { OwnReport } from '../../../../src/features/crisis/contract/reports.ts';
import type { WarnDetail } from '../../../../src/features/crisis/contract/warnings.ts';
import { WARN_SOURCE } from '../../../../src/features/crisis/rules/crisis.ts';
import { reportWarning } from '../../../../src/features/crisis/server/report-warning.ts';
import { systemIn } from '../../../../src/platform/audit/server/operator.ts';
import type { TakenFile } from '../../../../src/platform/media/contract/media.ts';
import { png } from '../../../platform/media/server/samples.ts';
import { sent } from '../../../platform/media/server/support.ts';
import {
  dataOf,
  query,
  rowsOf,
  useClient,
  withoutCrises,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const WARNS = '/v1/portal/psychology_warns';
const CASES = '/v1/portal/psychology_crisis/cases';
const FLAGS = '/v1/portal/rbac/roles/10/auths';

describeApi('a crisis case', (kind) => {
  const server = useServer(kind);
  const signed = {
    admin: useClient(server, 2001, 4),
    teacher: useClient(server, 2001, 10),
    psychologist: useClient(server, 2001, 8),
    leader: useClient(server, 2001, 12),
    moral: useClient(server, 2001, 14),
  };
  const elsewhere = useClient(server, 2002, 4);
  let clients: Record<keyof typeof signed | 'stranger', Client>;
  let own: string[] = [];
  let foreign = '';
  beforeAll(async () => {
    const [admin, teacher, psychologist, leader, moral, stranger] = await Promise.all(
      [...Object.values(signed), elsewhere].map((one) => one().verified()),
    );
    if (!admin || !teacher || !psychologist || !leader || !moral || !stranger) throw new Error('nobody');
    clients = { admin, teacher, psychologist, leader, moral, stranger };
    own = dataOf<Listed<{ child_id: string }>>(await teacher.get('/v1/portal/students?size=200')).items.map(
      ({ child_id }) => child_id,
    );
    const all = dataOf<Listed<{ child_id: string }>>(await admin.get('/v1/portal/students?size=200')).items.map(
      ({ child_id }) => child_id,
    );
    foreign = all.find((id) => !own.includes(id)) ?? '';
    await withoutCrises(server());
  });

  let next = 0;
  /** A student of the class teacher whom no test has reported yet. */
  const child = () => own[next++] ?? '';
  const worry = (child_id: string, more: object = {}) => ({
    child_id,
    category_ids: ['emotion'],
    warn_content: '经常无故哭泣；长期失眠',
    source_type: 1,
    student_consulting_id: null,
    ...more,
  });
  const report = (client: Client, child_id: string, more: object = {}, headers: Record<string, string> = {}) =>
    client.post(`${WARNS}/artificials`, worry(child_id, more), { headers });
  const reported = async (child_id: string, more: object = {}): Promise<string> =>
    dataOf<{ warn_id: string }>(await report(clients.teacher, child_id, more)).warn_id;
  const verify = (client: Client, id: string, body: object) =>
    client.put(`${WARNS}/${id}/verify`, { file_ids: [], reason: '', ...body });
  const verified = async (child_id: string, level = 2): Promise<WarnDetail> =>
    dataOf<WarnDetail>(
      await verify(clients.psychologist, await reported(child_id), { valid_status: 1, crisis_level: level }),
    );
  const detail = async (id: string, client = clients.psychologist): Promise<CaseDetail> =>
    dataOf<CaseDetail>(await client.get(`${CASES}/${id}?size=200`));
  const refusal = ({ status, code, fields }: Answer) => [status, code, fields];
  const kinds = ({ steps }: CaseDetail) =>
    steps.items.map(({ kind: one, level }) => (level === undefined ? one : `${one} ${level}`)).reverse();
  const logOf = (resource: string, id: string | undefined) =>
    rowsOf(
      server(),
      'select l.act, l.after from audit_logs l join audit_links k using (org_id, log_id) where l.resource = $1 and l.row_id = $2 order by k.seq',
      resource,
      id,
    );

  it('offers risk types with their description templates', async () => {
    const { items } = dataOf<{ items: { extreme_case_id: string; extreme_case: string; templates: string[] }[] }>(
      await signed.teacher().get('/v1/portal/extreme/cases?rec_type=0'),
    );
    expect(items.length).toBeGreaterThan(8);
    expect(items[0]).toEqual({
      extreme_case_id: 'suicide',
      extreme_case: '自杀意念或行为',
      templates: expect.arrayContaining(['有具体的自杀计划或准备了工具']),
    });
    expect(
      items.filter(({ templates }) => templates.length === 0).map(({ extreme_case_id }) => extreme_case_id),
    ).toEqual(['other']);
    // A tenant has its own risk types, which no other tenant gets.
    const college = (await server().client.signIn('o2003r4')).withRole(2003, 4);
    const theirs = dataOf<{ items: typeof items }>(await college.get('/v1/portal/extreme/cases?rec_type=0')).items;
    expect(theirs.find(({ extreme_case_id }) => extreme_case_id === 'relationship')).toEqual({
      extreme_case_id: 'relationship',
      extreme_case: '恋爱与情感挫折',
      templates: expect.arrayContaining(['失恋后情绪失控']),
    });
    const [student] = dataOf<Listed<{ child_id: string }>>(await college.get('/v1/portal/students?size=1')).items;
    const ours = { category_ids: ['relationship'] };
    expect((await report(college, student?.child_id ?? '', ours)).status).toBe(201);
    expect((await report(clients.teacher, child(), ours)).fields).toEqual(['/category_ids/0']);
  });

  it('accepts a report of an own student without a second proof, encrypts it, and hides it from other roles', async () => {
    const id = child();
    const { warn_id } = dataOf<{ warn_id: string }>(await report(signed.teacher(), id));
    const [stored] = await rowsOf(server(), 'select * from warns where warn_id = $1', warn_id);
    expect([
      stored?.['child_id'],
      stored?.['source'],
      stored?.['valid_status'],
      stored?.['case_id'],
      stored?.['grade'],
    ]).toEqual([id, 1, 0, null, expect.any(Number)]);
    expect(JSON.stringify(stored)).not.toContain('哭泣');
    expect(await logOf('warn', warn_id)).toEqual([
      { act: 'create', after: { source: 1, category_id: 'emotion', text_length: 11 } },
    ]);
    expect((await clients.teacher.get(`${WARNS}/${warn_id}`)).code).toBe('AC_FORBIDDEN');
    expect((await signed.psychologist().get(`${WARNS}/${warn_id}`)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    expect((await signed.psychologist().get(WARNS)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    expect((await clients.stranger.get(`${WARNS}/${warn_id}`)).status).toBe(404);
    const seen = dataOf<WarnDetail>(await clients.psychologist.get(`${WARNS}/${warn_id}`));
    expect([seen.warn_content, seen.can_verify, seen.can_edit, seen.class_name]).toEqual([
      '经常无故哭泣；长期失眠',
      true,
      false,
      expect.any(String),
    ]);
    expect((await logOf('warn', warn_id)).at(-1)?.['act']).toBe('read');
    const listed = await clients.psychologist.get(`${WARNS}?source=1&valid_status=0`);
    expect(dataOf<Listed<WarnDetail>>(listed).items.map((row) => [row.warn_id, row.warn_content])).toEqual([
      [warn_id, '经****'],
    ]);
    expect(
      dataOf<Listed<WarnDetail>>(await clients.leader.get(`/v1/portal/students/${id}/crisis_warns`)).items.map(
        (row) => row.warn_id,
      ),
    ).toEqual([warn_id]);
    expect(server().log.text).not.toContain('哭泣');
  });

  it('refuses an incomplete report, and one about a student out of scope', async () => {
    const id = child();
    for (const [body, fields] of [
      [{ warn_content: ' ' }, ['/warn_content']],
      [{ warn_content: '' }, ['/warn_content']],
      [{ child_id: foreign }, ['/child_id']],
      [{ category_ids: ['nothing'] }, ['/category_ids/0']],
      [{ category_ids: [] }, ['/category_ids']],
      [{ source_type: 2 }, ['/student_consulting_id']],
      [{ warn_content: '长'.repeat(1001) }, ['/warn_content']],
    ] as const)
      expect((await report(clients.teacher, id, body)).fields).toEqual(fields);
    expect(await rowsOf(server(), 'select 1 from warns where child_id = $1', id)).toEqual([]);
  });

  it('refers to a consultation of the same student that the reporter may read', async () => {
    const [one, another] = await rowsOf(
      server(),
      "select consultation_id, child_id from consultations where org_id = '2001' order by child_id limit 2",
    );
    const student = String(one?.child_id);
    const inConsultation = (id: unknown) => ({ source_type: 2, student_consulting_id: id });
    const before = await rowsOf(server(), 'select warn_id from warns');
    for (const id of ['none', another?.consultation_id])
      expect(refusal(await report(clients.psychologist, student, inConsultation(id)))).toEqual([
        400,
        'PSY_INVALID_INPUT',
        ['/student_consulting_id'],
      ]);
    // A class teacher may read no consultations, not even those of the own students.
    const pupil = child();
    await rowsOf(
      server(),
      "update consultations set child_id = $1 where org_id = '2001' and consultation_id = $2",
      pupil,
      another?.consultation_id,
    );
    expect(refusal(await report(clients.teacher, pupil, inConsultation(another?.consultation_id)))).toEqual([
      400,
      'PSY_INVALID_INPUT',
      ['/student_consulting_id'],
    ]);
    expect(await rowsOf(server(), 'select warn_id from warns')).toEqual(before);
    const { warn_id } = dataOf<{ warn_id: string }>(
      await report(clients.psychologist, student, inConsultation(one?.consultation_id)),
    );
    expect(dataOf<WarnDetail>(await clients.psychologist.get(`${WARNS}/${warn_id}`)).student_consulting_id).toBe(
      one?.consultation_id,
    );
  });

  it('can be reported by any teacher of the school, with the full name of the student and without a list', async () => {
    const ordinary = (await server().client.signIn('o2001r7')).withRole(2001, 7);
    const id = child();
    const { child_name, class_id } = dataOf<{ child_name: string; class_id: string }>(
      await clients.teacher.get(`/v1/portal/children/${id}`),
    );
    const named = (name: string, client = ordinary) =>
      client.get(query('/v1/portal/crisis_report/students', { class_id, child_name: name }));
    expect((await ordinary.get('/v1/portal/students')).code).toBe('AC_FORBIDDEN');
    for (const part of [child_name.slice(0, 1), child_name.slice(0, -1), '%', `${child_name}_`])
      expect(dataOf<Listed>(await named(part)).items.some((one) => one['child_id'] === id)).toBe(false);
    expect(dataOf<Listed>(await named(child_name)).items).toContainEqual({
      child_id: id,
      child_name,
      no_end: expect.stringMatching(/^.{4}$/),
    });
    expect(dataOf<Listed>(await named(child_name, clients.stranger)).items).toEqual([]);
    const theirs = dataOf<{ child_name: string; class_id: string }>(
      await clients.admin.get(`/v1/portal/children/${foreign}`),
    );
    const inOtherClass = (client: Client) =>
      client.get(
        query('/v1/portal/crisis_report/students', {
          class_id: theirs.class_id,
          child_name: theirs.child_name,
        }),
      );
    const found = async (client: Client) =>
      dataOf<Listed>(await inOtherClass(client)).items.some((one) => one['child_id'] === foreign);
    expect([await found(ordinary), await found(clients.teacher)]).toEqual([true, false]);
    const studies = (status: number) =>
      rowsOf(server(), 'update students set study_status = $1 where child_id = $2', status, foreign);
    await studies(4);
    expect(await found(ordinary)).toBe(false);
    await studies(1);
    const { warn_id } = dataOf<{ warn_id: string }>(await report(ordinary, id));
    expect((await ordinary.get(`${WARNS}/${warn_id}`)).code).toBe('AC_FORBIDDEN');
  });

  it('shows reporters what became of their own reports, without what they may not read', async () => {
    const mine = async (client: Client) => dataOf<Listed<OwnReport>>(await client.get(`${WARNS}/own_reports`)).items;
    const id = await reported(child());
    const own = async () => (await mine(clients.teacher)).find(({ warn_id }) => warn_id === id);
    const before = await own();
    expect(before).toMatchObject({ warn_id: id, state: 'waiting', category_name: '严重情绪问题' });
    await clients.psychologist.post(`${WARNS}/${id}/acknowledge`);
    expect(await own()).toMatchObject({ state: 'taken', taken_by_name: expect.stringMatching(/../) as string });
    await verify(clients.psychologist, id, { valid_status: 1, crisis_level: 1, reason: '已面谈' });
    const after = await own();
    expect(after).toMatchObject({ warn_id: id, state: 'verified' });
    expect(Object.keys(after ?? {}).toSorted()).toEqual([
      'category_name',
      'child_name',
      'class_name',
      'reported_at',
      'state',
      'taken_at',
      'taken_by_name',
      'warn_id',
    ]);
    expect((await mine(clients.moral)).map(({ warn_id }) => warn_id)).not.toContain(id);
  });

  it('names a question to the assistant as its source, once for each student', async () => {
    const [one, other] = [child(), child()];
    const asked = (id: string) => report(clients.teacher, id, { talk_id: 'question-1' });
    expect([(await asked(one)).status, (await asked(one)).status, (await asked(other)).status]).toEqual([
      201, 409, 201,
    ]);
    const sources = await rowsOf(server(), 'select source, child_id from warns where child_id in ($1, $2)', one, other);
    expect(sources.map(({ source }) => source)).toEqual([WARN_SOURCE.smartTalk, WARN_SOURCE.smartTalk]);
  });

  it('creates one warning when the request is repeated', async () => {
    const id = child();
    const answers = await Promise.all(
      [1, 2, 3].map(() => report(clients.teacher, id, {}, { 'idempotency-key': 'dialog-1' })),
    );
    expect(
      new Set(answers.map((answer) => `${answer.status} ${dataOf<{ warn_id: string }>(answer).warn_id}`)).size,
    ).toBe(1);
    expect(await rowsOf(server(), 'select 1 from warns where child_id = $1', id)).toHaveLength(1);
  });

  it('has one verdict when two users verify concurrently, and names the first one', async () => {
    const id = await reported(child());
    const both: readonly [Answer, Answer] = await Promise.all([
      verify(clients.psychologist, id, { valid_status: 1, crisis_level: 2 }),
      verify(clients.moral, id, { valid_status: 2 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, other] = both[0].status === 200 ? both : [both[1], both[0]];
    const seen = dataOf<WarnDetail>(won);
    expect(other.json.message).toContain(`${seen.verified_by_name}已核实为`);
    // The first user may send the verdict again, because the answer was lost.
    const [winner, body] =
      won === both[0]
        ? ([clients.psychologist, { valid_status: 1, crisis_level: 2 }] as const)
        : ([clients.moral, { valid_status: 2 }] as const);
    expect((await verify(winner, id, body)).status).toBe(200);
    expect((await verify(winner, id, { ...body, reason: '另一个理由' })).status).toBe(409);
  });

  it('opens no case for an invalid warning, and requires a level for a valid one', async () => {
    const id = child();
    const warn = await reported(id);
    expect((await verify(clients.psychologist, warn, { valid_status: 1 })).json.message).toBe('请选择危机等级');
    const seen = dataOf<WarnDetail>(
      await verify(clients.psychologist, warn, { valid_status: 2, crisis_level: 1, reason: '考试前的紧张，已了解' }),
    );
    expect([seen.valid_status, seen.crisis_level, seen.case_id, seen.reason, seen.can_edit]).toEqual([
      2,
      undefined,
      undefined,
      '考试前的紧张，已了解',
      true,
    ]);
    expect(await rowsOf(server(), 'select 1 from crisis_cases where child_id = $1', id)).toEqual([]);
  });

  it('joins every valid warning of a student in one open case with the most urgent level', async () => {
    const id = child();
    const warns = await Promise.all([
      reported(id),
      reported(id, { category_ids: ['family'], warn_content: '父母离异' }),
      reported(id),
    ]);
    const levels = [3, 1, 2];
    const answers = await Promise.all(
      warns.map((warn, i) =>
        verify(clients.psychologist, warn, { valid_status: 1, crisis_level: levels[i], reason: `第${i + 1}条` }),
      ),
    );
    const ids = new Set(answers.map((answer) => dataOf<WarnDetail>(answer).case_id));
    expect([answers.map(({ status }) => status), ids.size]).toEqual([[200, 200, 200], 1]);
    const seen = await detail([...ids][0] ?? '');
    expect([
      seen.crisis_level,
      seen.status,
      seen.warns.length,
      seen.steps.items.filter(({ kind: one }) => one === 'verify').length,
    ]).toEqual([1, 1, 3, 3]);
    expect(seen.steps.items.some(({ content }) => content === '父母离异')).toBe(true);
    expect(dataOf<{ crisis_level?: number }>(await clients.admin.get(`/v1/portal/children/${id}`)).crisis_level).toBe(
      1,
    );
    expect(
      dataOf<{ crisis_level?: number }>(await clients.teacher.get(`/v1/portal/children/${id}`)).crisis_level,
    ).toBeUndefined();
  });

  it('has one open case for concurrent reports by two users and a screening, each with a warning', async () => {
    const id = child();
    const crisis = (client: Client, crisis_level: number) =>
      client.post(
        '/v1/portal/psychology_crisis/artificials',
        worry(id, { crisis_level, file_ids: [], reason: '当面了解' }),
      );
    const found = (sourceRef: string) =>
      server().db.transaction({ orgId: '2001', userId: null }, (tx) => {
        const call = { ...systemIn(server().services, '2001'), services: server().services };
        return reportWarning(
          tx,
          call,
          { kind: 'all' },
          { childId: id, source: WARN_SOURCE.assessment, sourceRef, rule: 'phq-9', content: '第九题选了几乎每天' },
        );
      });
    const [first, second, mine, screened, again] = await Promise.all([
      crisis(clients.psychologist, 3),
      crisis(clients.admin, 1),
      reported(id),
      found('exam-1'),
      found('exam-1'),
    ]);
    const cases = [first, second].map((answer) => dataOf<{ case_id: string }>(answer).case_id);
    expect([new Set(cases).size, screened.warnId === again.warnId, [screened.isNew, again.isNew].sort()]).toEqual([
      1,
      true,
      [false, true],
    ]);
    const verdicts = await Promise.all([
      verify(clients.psychologist, mine, { valid_status: 1, crisis_level: 2 }),
      verify(clients.admin, screened.warnId, { valid_status: 1, crisis_level: 2 }),
    ]);
    expect(verdicts.map((answer) => dataOf<WarnDetail>(answer).case_id)).toEqual([cases[0], cases[0]]);
    const seen = await detail(cases[0] ?? '');
    expect([
      seen.crisis_level,
      seen.warns.map(({ source }) => source).sort(),
      kinds(seen).filter((one) => one === 'report').length,
    ]).toEqual([1, [1, 1, 1, 2], 4]);
    expect(await rowsOf(server(), 'select count(*)::int as n from crisis_cases where child_id = $1', id)).toEqual([
      { n: 1 },
    ]);
  });

  it('is reported and verified in one request by roles that may, all or nothing', async () => {
    const id = child();
    const crisis = (client: Client, more: object = {}) =>
      client.post(
        '/v1/portal/psychology_crisis/artificials',
        worry(id, { crisis_level: 1, file_ids: [], reason: '当面了解', ...more }),
      );
    expect((await crisis(clients.teacher)).code).toBe('AC_FORBIDDEN');
    expect((await crisis(clients.psychologist, { file_ids: ['nothing'] })).fields).toEqual(['/file_ids']);
    expect(await rowsOf(server(), 'select 1 from warns where child_id = $1', id)).toEqual([]);
    const picture = await sent(server(), clients.psychologist, '聊天记录.png', png());
    const { warn_id, case_id } = dataOf<{ warn_id: string; case_id: string }>(
      await crisis(clients.psychologist, { file_ids: [picture.file_id] }),
    );
    const seen = await detail(case_id);
    expect([
      kinds(seen),
      seen.crisis_level,
      seen.steps.items[0]?.attachments.map(({ media_name }) => media_name),
    ]).toEqual([['report', 'verify 1'], 1, ['聊天记录.png']]);
    expect((await clients.leader.get(`/v1/portal/media/${picture.file_id}/actions/get_play_url`)).status).toBe(200);
    expect((await clients.teacher.get(`/v1/portal/media/${picture.file_id}/actions/get_play_url`)).code).toBe(
      'PSY_OUT_OF_REACH',
    );
    expect(dataOf<WarnDetail>(await clients.psychologist.get(`${WARNS}/${warn_id}`)).acknowledged_by_name).toBe(
      seen.steps.items[0]?.author_name,
    );
  });

  it('lets only the author change a verdict, and keeps the previous one', async () => {
    const seen = dataOf<WarnDetail>(
      await verify(clients.psychologist, await reported(child()), {
        valid_status: 1,
        crisis_level: 3,
        reason: '初步判断',
      }),
    );
    const change = (client: Client, body: object) =>
      client.put(`${WARNS}/${seen.warn_id}`, { version: seen.version, ...body });
    expect((await change(clients.moral, { reason: '改' })).json.message).toBe('只有核实这条预警的老师能修改核实结果');
    const changed = dataOf<WarnDetail>(await change(clients.psychologist, { crisis_level: 2, reason: '与家长沟通后' }));
    expect([changed.crisis_level, changed.reason, changed.version]).toEqual([2, '与家长沟通后', seen.version + 1]);
    expect((await change(clients.psychologist, { reason: '再改' })).status).toBe(409);
    expect((await change(clients.psychologist, { version: undefined, reason: '与家长沟通后' })).status).toBe(200);
    const all = await detail(seen.case_id ?? '');
    expect([all.crisis_level, kinds(all)]).toEqual([2, ['report', 'verify 3', 'verify 2', 'level 2']]);
    const [later, first] = all.steps.items.filter(({ kind: one }) => one === 'verify');
    expect([first?.content, later?.content, later?.amends, first?.amended, later?.amended]).toEqual([
      '初步判断',
      '与家长沟通后',
      first?.step_id,
      true,
      false,
    ]);
  });

  it('keeps the files of a previous verdict with its text, in the case and at the warning', async () => {
    const { psychologist } = clients;
    const [call, talk, scale] = await Promise.all(
      ['电话.png', '谈话.png', '量表.png'].map((name) => sent(server(), psychologist, name, png())),
    );
    const of = (...files: (typeof call)[]) => files.map((file) => file?.file_id);
    const names = (files: { media_name: string }[] | undefined) => files?.map(({ media_name }) => media_name);
    for (const valid of [true, false]) {
      const files = valid ? of(call, talk) : [];
      const said = dataOf<WarnDetail>(
        await verify(psychologist, await reported(child()), {
          ...(valid ? { valid_status: 1, crisis_level: 2 } : { valid_status: 2 }),
          reason: '一',
          file_ids: files,
        }),
      );
      const put = async (version: number, body: object) => {
        // Previous verdicts are ordered by time; two at the same time have no order.
        server().clock.advance(1000);
        return dataOf<WarnDetail>(
          await psychologist.put(`${WARNS}/${said.warn_id}`, { version, reason: '一', ...body }),
        );
      };
      if (!valid) {
        expect((await put(said.version, { reason: '二' })).former).toEqual([
          { at: expect.any(String), reason: '一', attachments: [] },
        ]);
        continue;
      }
      const changed = await put(said.version, { file_ids: of(talk, scale) });
      expect([
        names(changed.attachments),
        changed.former.map(({ crisis_level, reason, attachments }) => [crisis_level, reason, names(attachments)]),
      ]).toEqual([['谈话.png', '量表.png'], [[2, '一', ['电话.png', '谈话.png']]]]);
      // Without a change nothing is kept. A change of the text alone keeps the same files with both versions.
      const again = await put(changed.version, { file_ids: of(talk, scale) });
      expect(again.former.length).toBe(1);
      const last = await put(again.version, { reason: '二' });
      expect(last.former.map(({ reason, attachments }) => [reason, names(attachments)])).toEqual([
        ['一', ['谈话.png', '量表.png']],
        ['一', ['电话.png', '谈话.png']],
      ]);
      const verdicts = (await detail(said.case_id ?? '', clients.leader)).steps.items.filter(
        ({ kind: one }) => one === 'verify',
      );
      expect(verdicts.map(({ content, amended, attachments }) => [content, amended, names(attachments)])).toEqual([
        ['二', false, ['谈话.png', '量表.png']],
        ['一', true, ['谈话.png', '量表.png']],
        ['一', true, ['电话.png', '谈话.png']],
      ]);
      // Readers of the warning can load a removed file, and it cannot be attached elsewhere.
      const play = (client: Client) => client.get(`/v1/portal/media/${call?.file_id}/actions/get_play_url`);
      expect((await play(clients.leader)).status).toBe(200);
      expect((await play(signed.leader())).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
      expect(
        (
          await psychologist.post(`${CASES}/${said.case_id}/steps`, {
            kind: 'note',
            content: '另一步',
            file_ids: of(call),
          })
        ).fields,
      ).toEqual(['/file_ids']);
    }
  });

  describe('from its first step to its end', () => {
    let id: string;
    let case_id: string;
    let picture: TakenFile;
    let note: CaseDetail['steps']['items'][number];
    beforeAll(async () => {
      id = child();
      ({ case_id = '' } = await verified(id));
      picture = await sent(server(), clients.psychologist, '评估表.png', png());
    });
    const step = (client: Client, body: object) =>
      client.post(`${CASES}/${case_id}/steps`, { kind: 'note', content: '与学生谈话', ...body });
    it('has steps of roles that may write, each amended by its author only', async () => {
      note = dataOf<typeof note>(
        await step(clients.psychologist, {
          restricted: true,
          content: '学生不愿让班主任知道',
          file_ids: [picture.file_id],
        }),
      );
      expect([note.restricted_to, note.readable, note.attachments.length]).toEqual(['psychology', true, 1]);
      expect((await step(clients.moral, { kind: 'family', content: '电话联系母亲' })).status).toBe(201);
      expect((await step(clients.leader, {})).code).toBe('AC_FORBIDDEN');
      expect((await step(clients.moral, { amends: note.step_id, content: '改别人的' })).code).toBe('AC_FORBIDDEN');
      expect(
        dataOf<typeof note>(await step(clients.psychologist, { amends: note.step_id, content: '学生后来同意了' }))
          .restricted_to,
      ).toBe('psychology');
    });

    it('has a restricted step that others neither read nor play', async () => {
      const theirs = (await detail(case_id, clients.leader)).steps.items.filter(({ kind: one }) => one === 'note');
      expect(theirs.map(({ readable, content, attachments }) => [readable, content, attachments])).toEqual([
        [false, undefined, []],
        [false, undefined, []],
      ]);
      expect((await clients.leader.get(`/v1/portal/media/${picture.file_id}/actions/get_play_url`)).status).toBe(404);
    });

    it('shows its texts and the first contact to those who may read them', async () => {
      const mine = await detail(case_id);
      expect(mine.steps.items.map(({ content }) => content)).toEqual(
        expect.arrayContaining(['学生不愿让班主任知道', '学生后来同意了', '电话联系母亲']),
      );
      expect(mine.first_contact_at).toBeDefined();
    });

    it('changes its level once where two change it at the same time', async () => {
      const { version: seen } = await detail(case_id);
      const level = (client: Client, crisis_level: number, version: number) =>
        client.put(`${CASES}/${case_id}/level`, { crisis_level, version, reason: '复评' });
      expect(
        (await Promise.all([level(clients.psychologist, 1, seen), level(clients.moral, 3, seen)]))
          .map(({ status }) => status)
          .sort(),
      ).toEqual([200, 409]);
    });

    it('is closed with a reason, takes no more steps, and is followed by another case', async () => {
      const { version } = await detail(case_id);
      expect((await clients.psychologist.post(`${CASES}/${case_id}/close`, { version, reason: '  ' })).fields).toEqual([
        '/reason',
      ]);
      expect(
        (await clients.psychologist.post(`${CASES}/${case_id}/close`, { version, reason: '状态稳定，转入日常关注' }))
          .status,
      ).toBe(200);
      expect((await step(clients.psychologist, {})).json.message).toMatch(/^这个个案已由.+结案$/);
      const closed = await detail(case_id);
      expect([closed.status, closed.can_write, closed.closed_by_name, kinds(closed).at(-1)]).toEqual([
        2,
        false,
        closed.steps.items[0]?.author_name,
        'close',
      ]);
      expect(dataOf(await clients.admin.get(`/v1/portal/children/${id}`))).not.toHaveProperty('crisis_level');
      expect((await verified(id)).case_id).not.toBe(case_id);
    });

    it('is logged, and its texts are stored encrypted and not logged', async () => {
      expect((await logOf('crisis-case', case_id)).map(({ act }) => act)).toEqual(
        expect.arrayContaining(['create', 'update', 'close', 'read']),
      );
      expect(
        JSON.stringify(await rowsOf(server(), 'select * from case_steps where case_id = $1', case_id)),
      ).not.toMatch(/班主任|母亲|稳定/);
      expect(JSON.stringify(await rowsOf(server(), 'select * from audit_logs'))).not.toMatch(
        /不愿让|电话联系|状态稳定/,
      );
    });
  });

  it('is open to class teachers by the flags of their role, for their own students only', async () => {
    const [mine, others] = [
      await reported(child()),
      dataOf<{ warn_id: string }>(await report(clients.psychologist, foreign)).warn_id,
    ];
    const set = (flags: object) =>
      clients.admin.put(FLAGS, {
        student_report_view: false,
        student_risk_view: false,
        head_class_teacher_check_wraning: false,
        ...flags,
      });
    expect((await clients.teacher.get(WARNS)).code).toBe('AC_FORBIDDEN');
    expect((await clients.teacher.post(`${WARNS}/${mine}/acknowledge`)).status).toBe(200);
    expect((await clients.teacher.post(`${WARNS}/${others}/acknowledge`)).code).toBe('PSY_OUT_OF_REACH');
    await set({ student_risk_view: true });
    const listed = dataOf<Listed<{ child_id: string }>>(await clients.teacher.get(`${WARNS}?size=200`)).items;
    expect([listed.length > 0, listed.every(({ child_id }) => own.includes(child_id))]).toEqual([true, true]);
    expect((await clients.teacher.get(`${WARNS}/${others}`)).code).toBe('PSY_OUT_OF_REACH');
    const picture = await sent(server(), clients.psychologist, '谈话.png', png());
    await verify(clients.psychologist, others, { valid_status: 2, file_ids: [picture.file_id] });
    const played = await clients.teacher.get(`/v1/portal/media/${picture.file_id}/actions/get_play_url`);
    expect(played.code).toBe('PSY_OUT_OF_REACH');
    expect((await verify(clients.teacher, mine, { valid_status: 2 })).code).toBe('AC_FORBIDDEN');
    await set({ head_class_teacher_check_wraning: true });
    expect((await verify(clients.teacher, others, { valid_status: 2 })).code).toBe('PSY_OUT_OF_REACH');
    expect((await verify(clients.teacher, mine, { valid_status: 2 })).status).toBe(200);
    expect((await clients.teacher.get(CASES)).code).toBe('AC_FORBIDDEN');
    await set({});
  });
});
