import { beforeAll, describe, expect, it } from 'vitest';
import type { Archive, StudentOverview } from '../../../../src/features/archive/contract.ts';
import type { CaseDetail } from '../../../../src/features/crisis/contract/cases.ts';
import type { TakenFile } from '../../../../src/platform/media/contract/media.ts';
import type { RowMedia, RowVersion } from '../../../../src/platform/media/contract/row-media.ts';
import { mp3, png } from '../../../platform/media/server/samples.ts';
import { sent } from '../../../platform/media/server/support.ts';
import {
  dataOf,
  query,
  refusalOf,
  rowsOf,
  useClient,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const V1 = '/v1/portal';
const SEVENTH = 'c2001-2026-7-03';
/** The fields that each record requires besides its student. */
const NEW = {
  interventions: { happened_at: '2026-11-19T10:00:00+08:00', way: 1, content: '谈了考试焦虑，做了放松练习。' },
  interviews: { happened_at: '2026-11-19T11:00:00+08:00', with_whom: 2, way: 2, content: '与母亲通电话。' },
  sandplays: { happened_at: '2026-11-19T12:00:00+08:00', session_no: 1, theme: '城堡', content: '围起高墙。' },
  drawings: { happened_at: '2026-11-19T13:00:00+08:00', topic: 1, content: '房子没有门。' },
  custom_interventions: {
    happened_at: '2026-11-19T14:00:00+08:00',
    title: '午间放松',
    content: '听音乐二十分钟。',
    form: 'music',
    tension_before: 7,
    tension_after: 3,
    student_words: '轻松多了',
  },
} as const;

describeApi('records around a case', (kind) => {
  const server = useServer(kind);
  const signed = {
    counsellor: useClient(server, 2001, 8),
    lead: useClient(server, 2001, 14),
    leader: useClient(server, 2001, 12),
    admin: useClient(server, 2001, 4),
    college: useClient(server, 2003, 4),
  };
  let counsellor: Client, colleague: Client, lead: Client, leader: Client, admin: Client, college: Client;
  let children: string[] = [];
  beforeAll(async () => {
    const multi = (await server().client.signIn('multi')).withRole(2001, 8);
    [counsellor, colleague, lead, leader, admin, college] = await Promise.all([
      signed.counsellor().verified(),
      multi.verified(),
      signed.lead().verified(),
      signed.leader().verified(),
      signed.admin().verified(),
      signed.college().verified(),
    ]);
    children = dataOf<Listed<{ child_id: string }>>(
      await admin.get(query(`${V1}/students`, { class_id: SEVENTH, size: 200 })),
    ).items.map(({ child_id }) => child_id);
  });
  const idOf = (row: Record<string, unknown>, path: string) => String(row[`${path.slice(0, -1)}_id`]);
  const create = async (path: keyof typeof NEW, more: object = {}, client = counsellor) =>
    idOf(dataOf(await client.post(`${V1}/${path}`, { child_id: children[0], ...NEW[path], ...more })), path);

  it('require second-step verification, and return texts only in details, which are logged', async () => {
    expect((await signed.counsellor().get(`${V1}/interviews`)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    for (const path of Object.keys(NEW) as (keyof typeof NEW)[]) {
      const made = await counsellor.post(`${V1}/${path}`, { child_id: children[0], ...NEW[path] });
      expect([path, made.status, made.text.includes(NEW[path].content)]).toEqual([path, 201, false]);
      const id = idOf(dataOf(made), path);
      const list = await leader.get(
        query(`${V1}/${path}`, { class_id: SEVENTH, happened_at_from: '2026-11-19', size: 50 }),
      );
      expect([path, list.text.includes(id), list.text.includes(NEW[path].content)]).toEqual([path, true, false]);
      const detail = dataOf(await leader.get(`${V1}/${path}/${id}`));
      expect(detail).toMatchObject({ content: NEW[path].content, child_id: children[0] });
      const log = await rowsOf(
        server(),
        'select act, row_label, after from audit_logs where org_id = $1 and row_id = $2 order by act',
        '2001',
        id,
      );
      const name = dataOf<{ child_name: string }>(await leader.get(`${V1}/children/${children[0]}`)).child_name;
      expect(log.map(({ act, row_label }) => [act, row_label])).toEqual([
        ['create', name],
        ['read', name],
      ]);
      expect(JSON.stringify(log)).not.toContain(NEW[path].content);
      const [stored] = await rowsOf(server(), `select content from ${path} where ${path.slice(0, -1)}_id = $1`, id);
      expect(String(stored?.['content'])).not.toContain(NEW[path].content);
      const file = await counsellor.get(`${V1}/${path}/export?ids=${id}&format=csv`);
      expect([file.status, file.text.includes(NEW[path].content), file.text.includes('2026-11-19')]).toEqual([
        200,
        false,
        true,
      ]);
    }
    const own = dataOf<Listed>(
      await counsellor.get(query(`${V1}/custom_interventions`, { form: 'music', class_id: SEVENTH, size: 200 })),
    ).items.find(({ title }) => title === '午间放松');
    expect(own).toMatchObject({ form: 'music', tension_before: 7, tension_after: 3 });
    expect(own).not.toHaveProperty('student_words');
  });

  it('are written by permitted roles, about students of their own school, for past events', async () => {
    expect((await leader.post(`${V1}/interviews`, { child_id: children[0], ...NEW.interviews })).code).toBe(
      'AC_FORBIDDEN',
    );
    expect((await college.get(`${V1}/interviews`)).code).toBe('AC_FORBIDDEN');
    expect((await college.post(`${V1}/interventions`, { child_id: children[0], ...NEW.interventions })).fields).toEqual(
      ['/child_id'],
    );
    expect(
      (
        await counsellor.post(`${V1}/interventions`, {
          child_id: children[0],
          ...NEW.interventions,
          happened_at: '2026-12-01T00:00:00Z',
        })
      ).fields,
    ).toEqual(['/happened_at']);
    const id = await create('interventions');
    for (const path of [id, `${id}/media_infos`, `${id}/versions`])
      expect((await college.get(`${V1}/interventions/${path}`)).status).toBe(404);
    expect(
      (
        await college.post(`${V1}/interventions/${id}/media_infos`, {
          media_infos: [{ media_type: 4, media_info: '看看' }],
        })
      ).status,
    ).toBe(404);
  });

  it('can be changed by their author only, and keep previous versions', async () => {
    const id = await create('interviews');
    expect((await lead.put(`${V1}/interviews/${id}`, { content: '改写' })).code).toBe('AC_FORBIDDEN');
    expect((await colleague.put(`${V1}/interviews/${id}`, {})).code).toBe('AC_FORBIDDEN');
    const changed = await counsellor.put(`${V1}/interviews/${id}`, {
      content: '与父母通电话。',
      conclusion: '家长愿意配合',
    });
    expect([changed.status, changed.text.includes('父母')]).toEqual([200, false]);
    const { items } = dataOf<Listed<RowVersion>>(await lead.get(`${V1}/interviews/${id}/versions`));
    expect(items).toEqual([expect.objectContaining({ former: { content: NEW.interviews.content, conclusion: null } })]);
    expect(
      JSON.stringify(await rowsOf(server(), 'select former from row_versions where row_id = $1', id)),
    ).not.toContain('通电话');
  });

  it("that are restricted are visible to the author's role group only", async () => {
    const id = await create('sandplays', { restricted: true, theme: '只给心理老师' });
    const seenBy = async (client: Client) => [
      (await client.get(`${V1}/sandplays/${id}`)).status,
      (await client.get(query(`${V1}/sandplays`, { theme: '只给心理老师' }))).data.total,
      (await client.get(`${V1}/sandplays/${id}/media_infos`)).status,
    ];
    expect(await seenBy(colleague)).toEqual([200, 1, 200]);
    for (const client of [admin, lead, leader]) expect(await seenBy(client)).toEqual([404, 0, 404]);
    expect((await admin.get(`${V1}/sandplays/export?ids=${id}&format=csv`)).text).not.toContain('只给心理老师');
    // Neither the log, which others read, nor the refusal of another referral reveals the content.
    expect(
      (await counsellor.put(`${V1}/sandplays/${id}`, { theme: '只给心理老师的二', restricted: false })).status,
    ).toBe(200);
    const payload = {
      child_id: children[3],
      referred_on: '2026-11-20',
      hospital: '只给心理老师的医院',
      reason: '进一步评估',
    };
    const referral = idOf(
      dataOf(await counsellor.post(`${V1}/referrals`, { ...payload, restricted: true })),
      'referrals',
    );
    expect((await counsellor.post(`${V1}/referrals/${referral}/status`, { from: 1, status: 2 })).status).toBe(200);
    const log = await rowsOf(
      server(),
      "select act, before, after from audit_logs join audit_links using (org_id, log_id) where org_id = '2001' and row_id = any($1) and act <> 'read' order by seq",
      [id, referral],
    );
    expect(log.map(({ act }) => act)).toEqual(['create', 'update', 'create', 'update']);
    expect(JSON.stringify(log)).not.toMatch(/只给心理老师|hospital|status|theme/);
    expect(log[1]).toMatchObject({ before: { restricted: true }, after: { restricted: false } });
    const refusalTo = async (client: Client) =>
      refusalOf(await client.post(`${V1}/referrals`, payload)).details[0]?.message;
    expect([await refusalTo(admin), await refusalTo(colleague)]).toEqual([
      '这名学生已在转介中',
      expect.stringContaining('只给心理老师的医院'),
    ]);
  });

  describe('with files and notes', () => {
    let id: string;
    let path: string;
    let picture: TakenFile;
    let sound: TakenFile;
    let first: RowMedia | undefined;
    beforeAll(async () => {
      id = await create('drawings');
      path = `${V1}/drawings/${id}/media_infos`;
      picture = await sent(server(), counsellor, '作品.png', png());
      sound = await sent(server(), counsellor, '讲述.mp3', mp3(2));
    });
    const add = (client: Client, ...media_infos: object[]) => client.post(path, { media_infos });
    const file = (of: { file_id: string; media_type: number }, more = {}) => ({
      media_type: of.media_type,
      media_info: of.file_id,
      media_for: 2,
      type: 1,
      ...more,
    });

    it('accept no file of another user, no wrong use and no empty note', async () => {
      const theirs = await sent(server(), colleague, '别人的.png', png());
      expect((await add(colleague, file(theirs))).code).toBe('AC_FORBIDDEN');
      for (const [wrong, field] of [
        [file(theirs), 'media_info'],
        [file(picture, { media_type: 2 }), 'media_type'],
        [file(picture, { media_for: 9 }), 'media_for'],
        [file(picture, { type: 2 }), 'type'],
        [{ media_type: 4, media_info: '  ' }, 'media_info'],
      ] as const) {
        expect((await add(counsellor, wrong)).fields).toEqual([`/media_infos/0/${field}`]);
      }
      expect((await add(counsellor, { media_type: 4, media_info: '长'.repeat(1001) })).status).toBe(400);
    });

    it('accept up to nine of their author, and store notes encrypted', async () => {
      const added = await add(counsellor, file(picture), file(sound), { media_type: 4, media_info: '画得很用力' });
      expect([
        added.status,
        dataOf<Listed<RowMedia>>(added).items.map(({ media_type, media_name, type, media_for }) => [
          media_type,
          media_name,
          type,
          media_for,
        ]),
      ]).toEqual([
        201,
        [
          [1, '作品.png', 1, 2],
          [2, '讲述.mp3', 1, 2],
          [4, '', 2, 2],
        ],
      ]);
      expect(
        refusalOf(await add(counsellor, ...Array.from({ length: 7 }, () => ({ media_type: 4, media_info: '又一条' }))))
          .message,
      ).toBe('附件总数不能超过9个');
      expect(
        JSON.stringify(await rowsOf(server(), 'select note from media_infos where owner_id = $1', id)),
      ).not.toContain('画得很用力');
    });

    it('can be loaded by all readers, and by no others', async () => {
      [first] = dataOf<Listed<RowMedia>>(await leader.get(path)).items;
      expect((await fetch(new URL(first?.play_url ?? '', server().url))).status).toBe(200);
      for (const id of [picture.file_id, first?.media_info_id])
        expect((await leader.get(`${V1}/media/${id}/actions/get_play_url`)).status).toBe(200);
      expect((await college.get(`${V1}/media/${first?.media_info_id}/actions/get_play_url`)).status).toBe(404);
      expect((await signed.leader().get(`${V1}/media/${picture.file_id}/actions/get_play_url`)).code).toBe(
        'PSY_INVALID_SECONDARY_TOKEN',
      );
      expect((await college.get(`${V1}/media/${picture.file_id}/actions/get_play_url`)).status).toBe(404);
    });

    it('lose a file once', async () => {
      expect(dataOf<Listed>(await counsellor.delete(`${path}/${first?.media_info_id}`)).total).toBe(2);
      expect((await counsellor.delete(`${path}/${first?.media_info_id}`)).status).toBe(404);
    });
  });

  describe('of a student with an open case', () => {
    let child: string;
    let caseId: string;
    let id: string;
    const stepsFor = async (client: Client) =>
      dataOf<CaseDetail>(await client.get(`${V1}/psychology_crisis/cases/${caseId}`)).steps.items.filter(
        ({ kind: one }) => one === 'intervention' || one === 'sandplay',
      );
    const archive = async (client: Client, of: string | undefined) => client.get(`${V1}/archives/students/${of}`);

    it('are steps of the case', async () => {
      child = children[1] ?? '';
      const reported = await admin.post(`${V1}/psychology_crisis/artificials`, {
        child_id: child,
        category_ids: ['emotion'],
        warn_content: '情绪低落',
        source_type: 1,
        crisis_level: 2,
      });
      expect(reported.status).toBe(201);
      caseId = String(dataOf(reported)['case_id']);
      id = await create('interventions', { child_id: child });
      await create('sandplays', { child_id: child, restricted: true });
      const steps = await rowsOf(
        server(),
        "select kind, record_table, record_id, restricted_to from case_steps where case_id = $1 and record_id is not null and kind in ('intervention', 'sandplay') order by kind",
        caseId,
      );
      expect(steps).toEqual([
        { kind: 'intervention', record_table: 'interventions', record_id: id, restricted_to: null },
        expect.objectContaining({ kind: 'sandplay', restricted_to: 'psychology' }),
      ]);
      expect(dataOf(await counsellor.get(`${V1}/interventions/${id}`))['case_id']).toBe(caseId);
    });

    it('are summarised in the case, as far as the reader may read each record', async () => {
      const file = await sent(server(), counsellor, '谈话.png', png());
      expect(
        (
          await counsellor.post(`${V1}/interventions/${id}/media_infos`, {
            media_infos: [{ media_type: 1, media_info: file.file_id, media_for: 2 }],
          })
        ).status,
      ).toBe(201);
      const [sand, step] = (await stepsFor(counsellor)).sort((a, b) => (a.kind < b.kind ? 1 : -1));
      expect(step).toMatchObject({
        record_id: id,
        readable: true,
        record: {
          resource: 'intervention',
          facts: [{ title: '干预方式', text: '个别辅导' }],
          words: [{ title: '干预过程', text: NEW.interventions.content }],
        },
      });
      expect(step?.record?.attachments.map(({ media_name }) => media_name)).toEqual(['谈话.png']);
      expect(sand?.record?.words).toEqual([{ title: '过程与画面', text: NEW.sandplays.content }]);
      expect(
        (await stepsFor(leader)).map(({ kind: one, readable, record }) => [one, readable, record?.words.length]).sort(),
      ).toEqual([
        ['intervention', true, 1],
        ['sandplay', false, undefined],
      ]);
    });

    it("are in the student's archive without texts, and the reading is logged", async () => {
      const whole = dataOf<Archive>(await archive(leader, child));
      const eventsOf = (kind: string) => whole.events.filter((event) => event.kind === kind);
      expect([
        whole.crisis_level,
        eventsOf('case').map(({ event_id, crisis_level }) => [event_id, crisis_level]),
        eventsOf('warning').length,
        whole.student['mobile'],
      ]).toEqual([2, [[caseId, 2]], 1, expect.stringContaining('****')]);
      expect(eventsOf('intervention')).toEqual([
        {
          event_id: id,
          kind: 'intervention',
          record: { resource: 'intervention', record_id: id },
          at: expect.any(String),
          title: '干预记录',
          by: expect.any(String),
          facts: [{ title: '干预方式', text: '个别辅导' }],
        },
      ]);
      expect(JSON.stringify(whole)).not.toContain(NEW.interventions.content);
      expect(
        (
          await rowsOf(
            server(),
            "select 1 from audit_logs where act = 'read' and resource = 'student' and row_id = $1 and role_id = 12",
            child,
          )
        ).length,
      ).toBe(1);
    });

    it('are in no archive of roles without the right, the proof or the student', async () => {
      expect([(await archive(signed.leader(), child)).code, (await archive(college, child)).status]).toEqual([
        'PSY_INVALID_SECONDARY_TOKEN',
        404,
      ]);
      const teacher = await (await server().client.signIn('o2001r10')).withRole(2001, 10).verified();
      const [own] = dataOf<Listed<{ child_id: string }>>(await teacher.get(`${V1}/students?size=1`)).items;
      const theirs = dataOf<Archive>(await archive(teacher, own?.child_id));
      expect([theirs.kinds, theirs.tasks.filter(({ kind }) => kind !== 'guardian')]).toEqual([
        ['enrolment', 'guardian', 'comment', 'screening'],
        [],
      ]);
      expect((await archive(teacher, child)).code).toBe('PSY_OUT_OF_REACH');
      const short = await teacher.get(`${V1}/children/${own?.child_id}/overview`);
      expect([short.status, Object.keys(dataOf(short)), short.text.includes('crisis_level')]).toEqual([
        200,
        expect.arrayContaining(['student', 'locked', 'tasks']),
        false,
      ]);
      const unproven = dataOf<StudentOverview>(await signed.leader().get(`${V1}/children/${child}/overview`));
      expect([
        unproven.locked,
        unproven.tasks,
        unproven.student['open_case'],
        unproven.student['crisis_level'],
      ]).toEqual([true, [], undefined, undefined]);
      const proven = dataOf<StudentOverview>(await leader.get(`${V1}/children/${child}/overview`));
      expect([proven.locked, proven.student['open_case'], String(proven.student['mobile'])]).toEqual([
        false,
        true,
        expect.stringContaining('****'),
      ]);
      expect((await teacher.get(`${V1}/children/${child}/overview`)).code).toBe('PSY_OUT_OF_REACH');
      expect((await college.get(`${V1}/children/${child}/overview`)).status).toBe(404);
    });

    it('are hidden from others in the case too when they are restricted later; long texts are cut', async () => {
      expect(
        (await counsellor.put(`${V1}/interventions/${id}`, { restricted: true, content: '很'.repeat(300) })).status,
      ).toBe(200);
      expect((await stepsFor(leader)).map(({ readable, record }) => [readable, record])).toEqual([
        [false, undefined],
        [false, undefined],
      ]);
      expect((await stepsFor(counsellor)).find(({ kind: one }) => one === 'intervention')?.record?.words[0]?.text).toBe(
        `${'很'.repeat(200)}…`,
      );
    });
  });

  describe('of referrals', () => {
    const payload = () => ({
      child_id: children[2],
      referred_on: '2026-11-20',
      hospital: '市第三医院',
      department: '心理科',
      contact: '13900001234',
      reason: '建议进一步评估',
    });
    let mine: Client;
    let id: string;
    let followUp: Record<string, unknown>;
    const move = (client: Client, from: number, status: number, note?: string) =>
      client.post(`${V1}/referrals/${id}/status`, { from, status, note });
    const reminders = async () =>
      (
        await rowsOf(
          server(),
          'select kind from reminders where subject_id = $1 order by due_at',
          followUp['follow_up_id'],
        )
      ).map((row) => row['kind']);

    it('are one open referral per student, also of two users at the same time', async () => {
      const both = await Promise.all([
        counsellor.post(`${V1}/referrals`, payload()),
        lead.post(`${V1}/referrals`, payload()),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([201, expect.any(Number)]);
      expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
      mine = both[0].status === 201 ? counsellor : lead;
      id = String(dataOf(both.find(({ status }) => status === 201) ?? both[0])['referral_id']);
      expect(refusalOf(await admin.post(`${V1}/referrals`, payload())).details[0]?.message).toContain('市第三医院');
    });

    it('mask the contact, in previous values too', async () => {
      expect(dataOf(await mine.get(`${V1}/referrals/${id}`))).toMatchObject({ status: 1, contact: '139****1234' });
      expect((await mine.put(`${V1}/referrals/${id}`, { contact: '13911112222' })).status).toBe(200);
      for (const client of [leader, admin])
        expect(
          dataOf<Listed<RowVersion>>(await client.get(`${V1}/referrals/${id}/versions`)).items.map(
            ({ former }) => former,
          ),
        ).toEqual([{ contact: '139****1234' }]);
    });

    it('are named by a new follow-up of the student', async () => {
      followUp = dataOf(
        await counsellor.post(`${V1}/follow_ups`, { child_id: children[2], due_on: '2026-11-22', plan: '电话问候' }),
      );
      expect(followUp).toMatchObject({ referral_id: id, due_state: 'soon' });
    });

    it('have follow-ups in a list that begins with what is due and ends with what is done', async () => {
      const listed = dataOf<Listed<{ due_state: string; due_on: string }>>(
        await counsellor.get(query(`${V1}/follow_ups`, { size: 200 })),
      ).items;
      const ranks = listed.map(({ due_state, due_on }) => `${due_state === 'done' ? 1 : 0} ${due_on}`);
      expect(new Set(ranks.map(([rank]) => rank)).size).toBe(2);
      expect(ranks).toEqual(ranks.toSorted());
    });

    it('have follow-ups whose reminders move with the day', async () => {
      expect(await reminders()).toEqual(['follow_up_soon', 'follow_up_today']);
      expect(
        (await counsellor.put(`${V1}/follow_ups/${String(followUp['follow_up_id'])}`, { due_on: '2026-11-21' })).status,
      ).toBe(200);
      expect(await reminders()).toEqual(['follow_up_today']);
    });

    it('follow the allowed states, each once, by roles that may write', async () => {
      expect((await move(admin, 1, 16)).fields).toEqual(['/status']);
      const race = await Promise.all([move(admin, 1, 2), move(counsellor, 1, 2)]);
      expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await move(leader, 2, 8)).code).toBe('AC_FORBIDDEN');
      for (const [from, to] of [
        [2, 4],
        [4, 8],
        [8, 16],
      ] as const)
        expect((await move(counsellor, from, to)).status).toBe(200);
      const closed = await move(counsellor, 16, 128, '复查正常，按时上课');
      expect([
        closed.status,
        (closed.data as { steps: { status: number; note?: string }[] }).steps.map(({ status, note }) => [status, note]),
      ]).toEqual([
        200,
        [
          [1, undefined],
          [2, undefined],
          [4, undefined],
          [8, undefined],
          [16, undefined],
          [128, '复查正常，按时上课'],
        ],
      ]);
    });

    it('take no changes and files any more when they are closed', async () => {
      expect((await mine.put(`${V1}/referrals/${id}`, { hospital: '另一家' })).status).toBe(409);
      expect(
        (
          await mine.post(`${V1}/referrals/${id}/media_infos`, {
            media_infos: [{ media_type: 4, media_info: '迟到的话' }],
          })
        ).status,
      ).toBe(409);
    });

    it('are facts of the student, as far as the reader may read them', async () => {
      expect(dataOf(await admin.get(`${V1}/children/${children[2]}`))).toMatchObject({
        referral_id: id,
        referral_statuses: expect.arrayContaining([1, 128]),
      });
      expect((await admin.post(`${V1}/referrals`, payload())).status).toBe(201);
      expect(dataOf(await signed.leader().get(`${V1}/children/${children[2]}`))['referral_statuses']).toEqual([1]);
    });

    it('have follow-ups that end their reminders when they are done', async () => {
      const done = await counsellor.put(`${V1}/follow_ups/${String(followUp['follow_up_id'])}`, {
        content: '已返校，状态平稳',
        effect_level: 2,
      });
      expect(dataOf(done)).toMatchObject({ done_on: '2026-11-20', due_state: 'done' });
      expect(await reminders()).toEqual([]);
    });
  });
});
