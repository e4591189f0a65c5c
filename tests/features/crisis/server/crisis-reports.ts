import { expect, it } from 'vitest';
import type { OwnReport } from '../../../../src/features/crisis/contract/reports.ts';
import type { WarnDetail } from '../../../../src/features/crisis/contract/warnings.ts';
import { WARN_SOURCE } from '../../../../src/features/crisis/rules/crisis.ts';
import { dataOf, query, rowsOf, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { WARNS, type CrisisFixture } from './crisis-fixture.ts';

/** What may be reported, by whom, and what the reporter learns of it. */
export function reportTests({
  server,
  signed,
  clients,
  foreign,
  child,
  report,
  reported,
  verify,
  refusal,
  logOf,
}: CrisisFixture): void {
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
      [{ child_id: foreign() }, ['/child_id']],
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
      await clients.admin.get(`/v1/portal/children/${foreign()}`),
    );
    const inOtherClass = (client: Client) =>
      client.get(
        query('/v1/portal/crisis_report/students', {
          class_id: theirs.class_id,
          child_name: theirs.child_name,
        }),
      );
    const found = async (client: Client) =>
      dataOf<Listed>(await inOtherClass(client)).items.some((one) => one['child_id'] === foreign());
    expect([await found(ordinary), await found(clients.teacher)]).toEqual([true, false]);
    const studies = (status: number) =>
      rowsOf(server(), 'update students set study_status = $1 where child_id = $2', status, foreign());
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
}
