import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LibraryCase } from '../../../../src/features/case-library/contract.ts';
import type { ExportTask } from '../../../../src/features/exports/contract.ts';
import {
  dataOf,
  messageOf,
  rowsOf,
  useClient,
  withoutCrises,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const LIBRARY = '/v1/portal/case_library';
const WARNS = '/v1/portal/psychology_warns';
const CASES = '/v1/portal/psychology_crisis/cases';
const PHONE = '13800001111';

describeApi('the case library', (kind) => {
  const server = useServer(kind);
  const signed = {
    admin: useClient(server, 2001, 4),
    second: useClient(server, 2001, 5),
    psychologist: useClient(server, 2001, 8),
    leader: useClient(server, 2001, 12),
    moral: useClient(server, 2001, 14),
    teacher: useClient(server, 2001, 10),
    stranger: useClient(server, 2002, 8),
  };
  let clients: Record<keyof typeof signed, Client>;
  let child: { child_id: string; child_name: string; student_no: string; class_name: string };
  let guardian = '';
  let staff = '';
  let [caseId, id] = ['', ''];

  const get = async (client: Client, one = id) => dataOf<LibraryCase>(await client.get(`${LIBRARY}/${one}`));
  const act = async (client: Client, what: string, body: object = {}, one = id) => {
    const [row] = await rowsOf(server(), 'select version from library_cases where library_id = $1', one);
    return client.post(`${LIBRARY}/${one}/${what}`, { version: row?.['version'] ?? 1, ...body });
  };
  const edit = async (client: Client, change: Partial<LibraryCase>) => {
    const { title, background, process, outcome, lessons, version } = await get(client);
    return client.put(`${LIBRARY}/${id}`, { title, background, process, outcome, lessons, version, ...change });
  };
  const listed = async (client: Client, filter = '') =>
    dataOf<Listed<{ library_id: string; status: number; author_name?: string }>>(
      await client.get(`${LIBRARY}${filter}`),
    ).items;
  const noticesOf = async (client: Client) =>
    dataOf<Listed<{ kind: string; subject_id: string; read_at?: string }>>(await client.get('/v1/portal/notices'))
      .items.filter(({ subject_id, read_at }) => subject_id === id && read_at === undefined)
      .map((notice) => notice.kind);
  /** Reports, verifies and closes a case of the child with texts that say who it is. */
  const makeCase = async () => {
    const report = { child_id: child.child_id, category_ids: ['emotion'], source_type: 1, student_consulting_id: null };
    const { warn_id } = dataOf<{ warn_id: string }>(
      await clients.teacher.post(`${WARNS}/artificials`, {
        ...report,
        warn_content: `${child.child_name}（学号${child.student_no}）在${child.class_name}经常无故哭泣`,
      }),
    );
    const verdict = { valid_status: 1, crisis_level: 2, file_ids: [], reason: `已与${guardian}和${staff}面谈` };
    const { case_id } = dataOf<{ case_id: string }>(
      await clients.psychologist.put(`${WARNS}/${warn_id}/verify`, verdict),
    );
    for (const [content, restricted] of [
      [`${child.child_name}的家长${guardian}来电${PHONE}，约定11月25日到青禾市第一中学`, false],
      ['只有心理教师能看的话', true],
    ] as const)
      await clients.psychologist.post(`${CASES}/${case_id}/steps`, { kind: 'note', content, restricted });
    return case_id;
  };
  const close = async (case_id: string) => {
    const { version } = dataOf<{ version: number }>(await clients.psychologist.get(`${CASES}/${case_id}`));
    return clients.psychologist.post(`${CASES}/${case_id}/close`, {
      version,
      reason: `${child.child_name}情绪平稳，结案`,
    });
  };

  beforeAll(async () => {
    const made = await Promise.all(
      Object.entries(signed).map(async ([name, one]) => [name, await one().verified()] as const),
    );
    clients = Object.fromEntries(made) as typeof clients;
    await withoutCrises(server());
    const [one] = dataOf<Listed<typeof child>>(await clients.teacher.get('/v1/portal/students?size=1')).items;
    if (!one) throw new Error('the demo has students');
    child = one;
    const [about] = await rowsOf(
      server(),
      `select g.guardian_name, (select teacher_name from teachers where org_id = '2001' order by user_id limit 1) as staff
       from guardian_children l join guardians g using (org_id, guardian_id) where l.org_id = '2001' and l.child_id = $1`,
      child.child_id,
    );
    [guardian, staff] = [String(about?.['guardian_name']), String(about?.['staff'])];
    await rowsOf(
      server(),
      "update students set born_on = '2010-01-01' where org_id = '2001' and child_id = $1",
      child.child_id,
    );
    caseId = await makeCase();
  });

  describe('a draft', () => {
    it('is made of a closed case only, by those who may, within their scope', async () => {
      const body = { case_id: caseId };
      expect((await clients.psychologist.post(`${LIBRARY}/drafts`, body)).code).toBe('PSY_CONFLICT');
      expect((await close(caseId)).status).toBe(200);
      expect((await clients.teacher.post(`${LIBRARY}/drafts`, body)).code).toBe('AC_FORBIDDEN');
      expect((await clients.leader.post(`${LIBRARY}/drafts`, body)).code).toBe('AC_FORBIDDEN');
      expect((await clients.stranger.post(`${LIBRARY}/drafts`, body)).status).toBeGreaterThanOrEqual(403);
      expect((await signed.psychologist().post(`${LIBRARY}/drafts`, body)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    });

    it('waits for a guardian’s consent while the student is too young to do without', async () => {
      const born = (day: string) =>
        rowsOf(
          server(),
          "update students set born_on = $1 where org_id = '2001' and child_id = $2",
          day,
          child.child_id,
        );
      await rowsOf(server(), "delete from guardian_consents where org_id = '2001' and child_id = $1", child.child_id);
      await born('2014-01-01');
      expect((await clients.psychologist.post(`${LIBRARY}/drafts`, { case_id: caseId })).code).toBe('PSY_CONFLICT');
      await born('2010-01-01');
    });

    it('tells the case without people, numbers, classes and days, and without what is restricted', async () => {
      const both = await Promise.all(
        [0, 1].map(() => clients.psychologist.post(`${LIBRARY}/drafts`, { case_id: caseId })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
      const made = both.find(({ status }) => status === 201);
      id = made ? dataOf<{ library_id: string }>(made).library_id : '';
      const draft = await get(clients.psychologist);
      expect(draft).toMatchObject({ status: 1, category_id: 'emotion', crisis_level: 2, period: 3 });
      const text = JSON.stringify(draft);
      for (const piece of [
        child.child_name,
        child.student_no,
        child.class_name,
        guardian,
        staff,
        PHONE,
        '11月25日',
        '第一中学',
        '只有心理教师',
      ])
        expect(text).not.toContain(piece);
      expect(text).toContain('经常无故哭泣');
      expect(text).toMatch(/立案后第 \d+ 天到学校/);
      expect(draft.findings?.filter(({ certain }) => certain)).toEqual([]);
      // One student alone would be known by the sex.
      expect(draft.sex).toBeUndefined();
    });

    it('stands encrypted in the database, and no answer and no log entry says of which case it is', async () => {
      const [row] = await rowsOf(server(), 'select * from library_cases where library_id = $1', id);
      expect(JSON.stringify(row)).not.toContain('哭泣');
      const told = JSON.stringify([await get(clients.psychologist), await listed(clients.psychologist), row]);
      for (const secret of [caseId, child.child_id]) expect(told).not.toContain(secret);
      const logs = await rowsOf(
        server(),
        "select resource, row_id, act from audit_logs where org_id = '2001' and (row_id = $1 or (row_id = $2 and act = 'propose'))",
        id,
        caseId,
      );
      expect(logs).toEqual([{ resource: 'crisis-case', row_id: caseId, act: 'propose' }]);
    });

    it('is read by its author alone', async () => {
      for (const client of [clients.admin, clients.leader, clients.stranger])
        expect((await client.get(`${LIBRARY}/${id}`)).status).toBe(404);
      expect((await listed(clients.admin)).length).toBe(0);
      expect((await listed(clients.psychologist)).length).toBe(1);
    });

    it('is not submitted with anything that is certain to say who it is, and its title never is saved with it', async () => {
      const refused = await edit(clients.psychologist, { title: `${child.child_name}的个案` });
      expect(messageOf(refused, '/title')).toContain(child.child_name);
      expect((await edit(clients.psychologist, { lessons: `与${staff}（电话${PHONE}）配合` })).status).toBe(200);
      const { findings } = await get(clients.psychologist);
      expect(findings?.filter(({ certain }) => certain).map(({ text }) => text)).toEqual([PHONE, staff]);
      const answer = await act(clients.psychologist, 'submit');
      expect([answer.code, answer.json.message]).toEqual(['PSY_CONFLICT', expect.stringContaining(PHONE)]);
      expect((await edit(clients.psychologist, { lessons: '家校及时沟通' })).status).toBe(200);
    });
  });

  describe('a review', () => {
    it('needs a second person', async () => {
      expect((await act(clients.psychologist, 'submit')).status).toBe(200);
      expect(await noticesOf(clients.admin)).toEqual(['library_submitted']);
      expect((await act(clients.psychologist, 'release')).code).toBe('AC_FORBIDDEN');
      expect((await act(clients.leader, 'release')).code).toBe('AC_FORBIDDEN');
      expect((await clients.leader.get(`${LIBRARY}/${id}`)).status).toBe(404);
      expect((await edit(clients.psychologist, { lessons: '改' })).code).toBe('AC_FORBIDDEN');
      const [row] = await listed(clients.admin, '?status=2');
      expect([row?.library_id, typeof row?.author_name]).toEqual([id, 'string']);
    });

    it('gives it back with words, and nothing is decided twice', async () => {
      expect((await act(clients.admin, 'return', { words: ' ' })).fields).toEqual(['/words']);
      const { version } = await get(clients.admin);
      const decide = (client: Client) => client.post(`${LIBRARY}/${id}/return`, { version, words: '请补充启示' });
      const answers = await Promise.all([decide(clients.admin), decide(clients.second)]);
      expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
      expect(await noticesOf(clients.admin)).toEqual([]);
      expect(await noticesOf(clients.psychologist)).toEqual(['library_returned']);
      expect(await get(clients.psychologist)).toMatchObject({ status: 4, words: '请补充启示', may: { edit: true } });
      expect((await edit(clients.psychologist, { lessons: '家校及时沟通，复查睡眠' })).status).toBe(200);
      expect((await act(clients.psychologist, 'submit')).status).toBe(200);
    });

    it('releases it to those who may read the library, without who prepared it', async () => {
      expect((await act(clients.second, 'release')).status).toBe(200);
      for (const client of [clients.leader, clients.moral, clients.admin]) {
        const read = await get(client);
        expect(read).toMatchObject({ status: 3, released_month: '2026-11', lessons: '家校及时沟通，复查睡眠' });
        expect([read.author_name, read.findings, read.words]).toEqual([undefined, undefined, undefined]);
        expect(
          (await listed(client, '?category_id=emotion&crisis_level=2&period=3')).map((row) => row.library_id),
        ).toEqual([id]);
        expect(await listed(client, '?period=2')).toEqual([]);
      }
      expect((await clients.teacher.get(LIBRARY)).code).toBe('AC_FORBIDDEN');
      expect((await clients.teacher.get(`${LIBRARY}/${id}`)).code).toBe('AC_FORBIDDEN');
      expect((await clients.stranger.get(`${LIBRARY}/${id}`)).status).toBe(404);
      expect((await signed.leader().get(`${LIBRARY}/${id}`)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    });

    it('is the same for a reader whose scope does not reach the child', async () => {
      await rowsOf(
        server(),
        `update memberships set role_extend = '{"periods": [4]}' where org_id = '2001' and role_id = 14`,
      );
      const limited = await (await server().client.signIn('o2001r14')).withRole(2001, 14).verified();
      expect((await get(limited)).status).toBe(3);
      expect((await listed(limited)).length).toBe(1);
    });
  });

  describe('a file', () => {
    const make = async (client: Client, ids: readonly string[]) => {
      const started = await client.post(`${LIBRARY}/files`, { library_ids: ids });
      expect(started.status, started.text).toBe(200);
      await server().services.jobs.idle();
      return dataOf<{ task_id: string }>(started).task_id;
    };
    const fileOf = (client: Client, task: string) => client.get(`/v1/portal/files/temp/${task}/file`);

    it('is a task of type 3 with a code, and leaves with those who may export', async () => {
      expect((await clients.leader.post(`${LIBRARY}/files`, { library_ids: [id] })).code).toBe('AC_FORBIDDEN');
      expect((await clients.admin.post(`${LIBRARY}/files`, { library_ids: ['unknown'] })).status).toBe(404);
      const task = await make(clients.admin, [id]);
      const [row] = dataOf<Listed<ExportTask>>(await clients.admin.get('/v1/portal/files/temp')).items;
      expect(row).toMatchObject({ file_id: task, type: 3, status: 1 });
      const file = await fileOf(clients.admin, task);
      expect(Buffer.from(file.body).subarray(0, 5).toString()).toBe('%PDF-');
      expect(await rowsOf(server(), 'select child_ids from export_parts where file_id = $1', task)).toEqual([
        { child_ids: [] },
      ]);
    });

    it('is a ZIP for several, and cannot be downloaded once a case was taken out', async () => {
      const second = await makeCase();
      await close(second);
      const { library_id } = dataOf<{ library_id: string }>(
        await clients.admin.post(`${LIBRARY}/drafts`, { case_id: second }),
      );
      expect((await act(clients.admin, 'submit', {}, library_id)).status).toBe(200);
      expect((await act(clients.psychologist, 'release', {}, library_id)).status).toBe(200);
      const task = await make(clients.second, [id, library_id]);
      const file = await fileOf(clients.second, task);
      const files = unzipSync(new Uint8Array(file.body));
      expect(Object.keys(files)).toHaveLength(2);
      for (const bytes of Object.values(files)) expect(strFromU8(bytes.subarray(0, 5))).toBe('%PDF-');
      expect((await act(clients.leader, 'take_out', {}, library_id)).code).toBe('AC_FORBIDDEN');
      expect((await act(clients.second, 'take_out', {}, library_id)).status).toBe(200);
      expect((await fileOf(clients.second, task)).code).toBe('AC_FORBIDDEN');
      expect(await rowsOf(server(), 'select from library_links where library_id = $1', library_id)).toEqual([]);
      // The case may be prepared again.
      expect((await clients.admin.post(`${LIBRARY}/drafts`, { case_id: second })).status).toBe(201);
    });
  });

  describe('the link to the child', () => {
    it('takes it out when a guardian’s consent is withdrawn', async () => {
      await rowsOf(
        server(),
        `insert into guardian_consents (org_id, consent_id, child_id, guardian_id, guardian_name, relation, text_version, how, consented_on, recorded_by, recorded_at)
         select '2001', 'c-library', $1, guardian_id, 'x', relation, '1', 1, '2026-11-01', 'u', now()
         from guardian_children where org_id = '2001' and child_id = $1 limit 1`,
        child.child_id,
      );
      const withdrawn = await clients.teacher.post(`/v1/portal/children/${child.child_id}/consents/withdraw`);
      expect(withdrawn.status, withdrawn.text).toBe(200);
      expect((await clients.leader.get(`${LIBRARY}/${id}`)).status).toBe(404);
      const left = await rowsOf(server(), "select from library_cases where org_id = '2001'");
      expect(left).toEqual([]);
      const entries = await rowsOf(server(), "select act from audit_logs where row_id = $1 and act = 'take_out'", id);
      expect(entries).toHaveLength(1);
    });

    it('is erased with the record of the child, and names it until then', async () => {
      const { library_id } = dataOf<{ library_id: string }>(
        await clients.admin.post(`${LIBRARY}/drafts`, { case_id: caseId }),
      );
      const tables = await server().db.admin(async (run) => {
        await run("begin; select set_config('app.org_id', '2001', true)");
        const found = await run('select of_table from rows_of_child($1)', [child.child_id]);
        await run('rollback');
        return found.map((row) => row['of_table']);
      });
      expect(tables).toEqual(expect.arrayContaining(['library_links', 'library_cases']));
      await rowsOf(
        server(),
        "update students set study_status = 3 where org_id = '2001' and child_id = $1",
        child.child_id,
      );
      await server().db.admin(async (run) => {
        await run("begin; select set_config('app.org_id', '2001', true)");
        await run('select * from erase_child($1)', [child.child_id]);
        await run('commit');
      });
      expect(await rowsOf(server(), 'select from library_cases where library_id = $1', library_id)).toEqual([]);
    });
  });
});
