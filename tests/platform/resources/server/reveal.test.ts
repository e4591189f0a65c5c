import { beforeAll, describe, expect, it } from 'vitest';
import { mask } from '../../../../src/platform/schema/mask.ts';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { candidates } from '../../../support/identity-number.ts';
import { useServer } from '../../../support/server.ts';
import { textsOf } from './cells.ts';
import { dataOf, query, rowsOf, useClient, type Listed } from './support.ts';

const REVEALS = '/v1/portal/reveals';
const STUDENTS = '/v1/portal/students';
const CHILD = 'k2001-0001';
const REASON = '联系家长';
const CLEAR = { mobile: '13812345678', id_card: '110101201305201234', address: '青禾市人民路 1 号' };
interface Student extends Record<string, unknown> {
  child_id: string;
}

describeApi('masked values', (kind) => {
  const server = useServer(kind);
  const plain = useClient(server, 2001, 4);
  const counsellorPlain = useClient(server, 2001, 8);
  const assistantPlain = useClient(server, 2001, 5);
  const strangerPlain = useClient(server, 2002, 4);
  const clients: Partial<Record<'admin' | 'counsellor' | 'assistant' | 'stranger', Client>> = {};
  beforeAll(async () => {
    Object.assign(clients, {
      admin: await plain().verified(),
      counsellor: await counsellorPlain().verified(),
      assistant: await assistantPlain().verified(),
      stranger: await strangerPlain().verified(),
    });
    await rowsOf(
      server(),
      'update students set mobile = $2, id_card = $3, address = $4 where org_id = $5 and child_id = $1',
      CHILD,
      CLEAR.mobile,
      CLEAR.id_card,
      CLEAR.address,
      '2001',
    );
  });
  const as = (who: keyof typeof clients): Client => clients[who] ?? plain();
  const ask = (client: Client, change: object = {}) =>
    client.post(REVEALS, { entity: 'student', id: CHILD, field: 'mobile', reason: REASON, ...change });
  const reveals = () =>
    rowsOf(
      server(),
      "select user_id, row_id, row_label, before, after from audit_logs join audit_links using (org_id, log_id) where org_id = '2001' and act = 'reveal' order by seq",
    );

  it('are masked for everyone in lists, details, exports and imports, also for roles that may reveal them', async () => {
    for (const client of [plain(), counsellorPlain(), assistantPlain()]) {
      const number = String(dataOf(await client.get(`${STUDENTS}/${CHILD}`))['student_no']);
      const [listed] = dataOf<Listed<Student>>(await client.get(query(STUDENTS, { student_no: number }))).items;
      for (const row of [listed, dataOf<Student>(await client.get(`${STUDENTS}/${CHILD}`))]) {
        expect(row).toMatchObject({
          mobile: '138****5678',
          id_card: '******************',
          address: expect.stringMatching(/\*{4}$/),
        });
      }
      const text = JSON.stringify(textsOf((await client.get(query(`${STUDENTS}/export`, { ids: CHILD }))).body));
      for (const value of Object.values(CLEAR)) expect(text).not.toContain(value);
    }
    const { properties } = dataOf<EntitySchema>(await plain().get('/v1/portal/schemas/student'));
    expect(properties['mobile']).toMatchObject({ 'x-mask': 'phone', 'x-reveal': true });
    expect(
      dataOf<EntitySchema>(await assistantPlain().get('/v1/portal/schemas/student')).properties['mobile']?.['x-reveal'],
    ).toBeUndefined();
  });

  it('are revealed one by one to roles that may, after verification and with a reason; the log keeps the reason but not the value', async () => {
    expect((await ask(plain())).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    for (const field of ['mobile', 'id_card', 'address'] as const)
      expect(dataOf(await ask(as('admin'), { field }))).toEqual({ value: CLEAR[field] });
    expect(dataOf(await ask(as('counsellor'), { field: 'address', reason: ' 处理紧急情况 ' }))).toEqual({
      value: CLEAR.address,
    });
    const logged = await reveals();
    expect(logged).toHaveLength(4);
    expect(logged[0]).toMatchObject({ user_id: 'u-o2001r4', row_id: CHILD, after: { revealed_field: '手机号码' } });
    expect(logged[3]).toMatchObject({ user_id: 'u-o2001r8', after: { revealed_field: '家庭住址' } });
    // The reason is free text: encrypted like all free text, and readable by readers of the log.
    for (const value of [...Object.values(CLEAR), REASON, '紧急']) expect(JSON.stringify(logged)).not.toContain(value);
    const entry = dataOf<Listed<{ log_id: string }>>(
      await plain().get(query('/v1/portal/audits/logs/list', { act: 'reveal' })),
    ).items[0];
    expect(
      dataOf<{ items: object[] }>(await plain().get(`/v1/portal/audits/logs/${entry?.log_id}/changes`)).items,
    ).toEqual(expect.arrayContaining([{ field: 'reveal_reason', title: '理由', after: '处理紧急情况' }]));
  });

  it('are refused to roles that may not reveal them, and a refusal is not logged as a reveal', async () => {
    const before = (await reveals()).length;
    const refusals: [string, Client, object, number][] = [
      ['a role that may not ask for the kind', as('counsellor'), { field: 'mobile' }, 403],
      ['a role that may ask for nothing', as('assistant'), {}, 403],
      ['another school', as('stranger'), {}, 404],
      ['a row that is not there', as('admin'), { id: 'nobody' }, 404],
      ['an entity that is not there', as('admin'), { entity: 'nothing' }, 403],
      ['an entity whose page is closed to the role', as('counsellor'), { entity: 'teacher', id: 'u-o2001r5' }, 403],
      ['a field that is not masked', as('admin'), { field: 'student_no' }, 400],
      ['a field that is not there', as('admin'), { field: 'constructor' }, 400],
      ['no reason', as('admin'), { reason: '' }, 400],
      ['a reason of blanks', as('admin'), { reason: '   ' }, 400],
    ];
    for (const [what, client, change, status] of refusals) {
      const answer = await ask(client, change);
      expect([what, answer.status]).toEqual([what, status]);
      expect(answer.text).not.toContain(CLEAR.mobile);
    }
    expect((await reveals()).length).toBe(before);
  });

  it('are refused in the same way for rows out of scope and for rows that do not exist', async () => {
    const hold = async (roleExtend: object) => {
      await rowsOf(
        server(),
        "update memberships set role_extend = $1 where org_id = '2001' and user_id = 'u-o2001r8' and role_id = 8",
        JSON.stringify(roleExtend),
      );
      await server().services.access.invalidateUser('u-o2001r8');
    };
    await hold({ periods: [4] });
    for (const id of [CHILD, 'nobody'])
      expect((await ask(as('counsellor'), { id, field: 'address' })).code).toBe('PSY_OUT_OF_REACH');
    await hold({});
  });

  it('leave at least 1,000 identity numbers, with everything that is shown beside them', async () => {
    const bornOn = '2013-05-20';
    await rowsOf(
      server(),
      "update students set born_on = $2, sex = 1 where org_id = '2001' and child_id = $1",
      CHILD,
      bornOn,
    );
    const client = plain();
    const row = dataOf<Student>(await client.get(`${STUDENTS}/${CHILD}`));
    const number = String(row['student_no']);
    const [listed] = dataOf<Listed<Student>>(await client.get(query(STUDENTS, { student_no: number }))).items;
    const exported = textsOf((await client.get(query(`${STUDENTS}/export`, { ids: CHILD }))).body).flat();
    for (const answer of [row, listed]) {
      expect(answer).toMatchObject({ born_on: bornOn, sex: 1 });
      expect(candidates({ idCard: String(answer?.['id_card']), bornOn, sex: 1 })).toBeGreaterThanOrEqual(1000);
    }
    expect(exported).toEqual(expect.arrayContaining([bornOn, mask('id-card', CLEAR.id_card)]));
    const archive = await as('counsellor').get(`/v1/portal/archives/students/${CHILD}`);
    expect(archive.status).toBe(200);
    const cards = archive.text.match(/[\d*]{17}[\dX*]/g) ?? [];
    for (const shown of [...exported, ...cards].filter((text) => /^[\d*]{17}[\dX*]$/.test(text)))
      expect(candidates({ idCard: shown, bornOn, sex: 1 })).toBeGreaterThanOrEqual(1000);
    // The same where an address tells the county, and with it all six digits of the region.
    const masked = mask('id-card', CLEAR.id_card);
    const inCounty = candidates({ idCard: `110101${masked.slice(6)}`, bornOn });
    expect(inCounty).toBeGreaterThanOrEqual(1000);
    // What was shown before.
    expect(candidates({ idCard: '110***********1234', bornOn, sex: 1 })).toBeLessThan(1000);
  });

  it('keep their value when a form is saved unchanged, and are never overwritten by their mask', async () => {
    const row = dataOf<Student>(await plain().get(`${STUDENTS}/${CHILD}`));
    expect(
      (
        await plain().put(`${STUDENTS}/${CHILD}`, {
          mobile: row['mobile'],
          id_card: row['id_card'],
          address: row['address'],
        })
      ).status,
    ).toBe(200);
    expect(
      await rowsOf(
        server(),
        "select mobile, id_card, address from students where org_id = '2001' and child_id = $1",
        CHILD,
      ),
    ).toEqual([CLEAR]);
    for (const body of [{ mobile: '139****5678' }, { id_card: '110***********1235' }, { id_card: '*************1235' }])
      expect((await plain().put(`${STUDENTS}/${CHILD}`, body)).status).toBe(400);
    expect(dataOf(await ask(as('admin')))).toEqual({ value: CLEAR.mobile });
  });

  it('are clear to everyone when the school has masking off, and then no reveal is needed', async () => {
    const set = (open: boolean) =>
      as('admin').put('/v1/portal/securities/config', { modules: [{ module_code: 'desensitization', open }] });
    await set(false);
    expect(dataOf<Student>(await assistantPlain().get(`${STUDENTS}/${CHILD}`))['mobile']).toBe(CLEAR.mobile);
    expect((await ask(as('admin'))).fields).toEqual(['/field']);
    await set(true);
    expect(dataOf<Student>(await plain().get(`${STUDENTS}/${CHILD}`))['mobile']).toBe('138****5678');
  });
});

describeApi('reading protected rows', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const entries = () =>
    rowsOf(
      server(),
      "select user_id, resource, row_id, row_label, after from audit_logs join audit_links using (org_id, log_id) where org_id = '2001' and act = 'read' order by seq",
    );

  it('is logged: details of students and guardians, and the guardians of a child', async () => {
    const [guardian] = dataOf<Listed<{ guardian_id: string }>>(await admin().get('/v1/portal/guardians?size=1')).items;
    expect(await entries()).toEqual([]);
    for (const path of [
      `${STUDENTS}/${CHILD}`,
      `/v1/portal/children/${CHILD}`,
      `/v1/portal/guardians/${guardian?.guardian_id}`,
      `/v1/portal/children/${CHILD}/relation`,
    ])
      expect((await admin().get(path)).status).toBe(200);
    expect((await admin().get(`${STUDENTS}/nobody`)).status).toBe(404);
    expect((await admin().get('/v1/portal/classes/c2001-2026-8-03')).status).toBe(200);
    const logged = await entries();
    expect(logged.map(({ resource, row_id }) => `${String(resource)} ${String(row_id)}`).sort()).toEqual(
      [`guardian ${guardian?.guardian_id}`, ...Array.from({ length: 3 }, () => `student ${CHILD}`)].sort(),
    );
    expect(
      logged.every(
        ({ row_label, user_id }) => typeof row_label === 'string' && row_label !== '' && user_id === 'u-o2001r4',
      ),
    ).toBe(true);
  });

  it('logs failed second-step attempts', async () => {
    expect((await admin().post('/v2/accounts/secondaries/password/check', { password: '0'.repeat(32) })).code).toBe(
      'AC_WRONG_PASSWORD',
    );
    expect(
      await rowsOf(server(), "select user_id, row_id from audit_logs where org_id = '2001' and act = 'verify_failed'"),
    ).toEqual([{ user_id: 'u-o2001r4', row_id: 'u-o2001r4' }]);
  });

  describe('when the log cannot be written', () => {
    beforeAll(async () => {
      await rowsOf(
        server(),
        `create function refuse_entries() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
        create trigger full_log before insert on audit_logs for each row execute function refuse_entries()`,
      );
      return () => rowsOf(server(), 'drop trigger full_log on audit_logs; drop function refuse_entries()');
    });

    it.each([
      `${STUDENTS}/${CHILD}`,
      `/v1/portal/children/${CHILD}`,
      `/v1/portal/children/${CHILD}/relation`,
      `${STUDENTS}/export`,
      '/v1/portal/audits/logs/export',
    ])('is refused and reveals nothing: %s', async (path) => {
      const answer = await admin().get(path);
      expect([answer.status, answer.code]).toEqual([503, 'PSY_AUDIT_UNAVAILABLE']);
      expect(answer.text).not.toContain(CHILD);
      expect(answer.json.message).toMatch(/操作记录/);
    });

    it('a change or a reveal is refused', async () => {
      const verified = await admin().verified();
      const revealed = await verified.post(REVEALS, { entity: 'student', id: CHILD, field: 'mobile', reason: REASON });
      expect([revealed.status, revealed.code]).toEqual([503, 'PSY_AUDIT_UNAVAILABLE']);
      const answer = await admin().put(`${STUDENTS}/${CHILD}`, { remark: '不能留下' });
      expect([answer.status, answer.code]).toEqual([503, 'PSY_AUDIT_UNAVAILABLE']);
      expect(JSON.stringify(await rowsOf(server(), 'select * from students where child_id = $1', CHILD))).not.toContain(
        '不能留下',
      );
      // Unprotected reads still work.
      expect((await admin().get('/v1/portal/classes')).status).toBe(200);
    });
  });
});
