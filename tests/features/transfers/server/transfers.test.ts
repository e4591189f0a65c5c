import { compactDecrypt } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FormerRecord, Preview, Received, Sent, Waiting } from '../../../../src/features/transfers/contract.ts';
import { expireDue } from '../../../../src/features/transfers/server/expire-packages.ts';
import { lockPackage } from '../../../../src/features/transfers/server/queries/received.ts';
import { verifyAudit } from '../../../../src/platform/audit/server/verify.ts';
import { encryptRows } from '../../../../src/platform/resources/server/encrypt-rows.ts';
import { dataOf, rowsOf, type Listed, type Row } from '../../../platform/resources/server/support.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const DAY = 86_400_000;
const SENT = '/v1/portal/transfers/sent';
const RECEIVED = '/v1/portal/transfers/received';
const NAME = '欧阳转学';
const BORN = '2013-05-20';
const SECRET = '他说晚上常常睡不着';
const ALL = ['base', 'summary', 'results', 'follow_ups', 'texts'];

const refusal = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();

describeApi('the package of a student who changes school', (kind) => {
  const server = useServer(kind);
  let admin: Client, counsellor: Client, deputy: Client, plain: Client, classTeacher: Client;
  let head: Client, unproved: Client, newCounsellor: Client, stranger: Client;
  let child = '';
  let number = 0;

  const signIn = async (role: number, org: number) =>
    (await server().client.signIn(`o${org}r${role}`)).withRole(org, role).verified();
  const inOrg = (org: string, sql: string, ...parameters: unknown[]) =>
    server().db.admin(async (run) => {
      await run("select set_config('app.org_id', $1, false)", [org]);
      return run(sql, parameters);
    });
  const classOf = async (org: string) =>
    String(
      (
        await rowsOf(
          server(),
          'select c.class_id from classes c join years y using (org_id, year_id) where c.org_id = $1 and y.is_current order by 1 limit 1',
          org,
        )
      )[0]?.['class_id'],
    );
  const student = async (client: Client, org: string, change: Row = {}) => {
    number += 1;
    const answer = await client.post('/v1/portal/students', {
      child_name: NAME,
      student_no: `T${number}`,
      sex: 1,
      born_on: BORN,
      class_id: await classOf(org),
      ...change,
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return String(dataOf(answer)['child_id']);
  };
  const wanted = (change: Row = {}): Row => ({
    to: { org_id: '2002' },
    parts: ALL,
    basis: { kind: 'law', reason: '监护人书面申请转学' },
    leaves_on: '2026-12-01',
    ...change,
  });
  const send = (change: Row = {}, id = child, client = admin) =>
    client.post(`/v1/portal/children/${id}/transfer`, wanted(change));
  const settle = () => server().services.jobs.idle();
  const sent = async (change: Row = {}, id = child): Promise<string> => {
    const answer = await send(change, id);
    if (answer.status !== 200) throw new Error(answer.text);
    await settle();
    return String(dataOf(answer)['transfer_id']);
  };
  const sentOf = async (id: string, client = admin) =>
    dataOf<Listed<Sent>>(await client.get(`${SENT}?size=200`)).items.find(({ transfer_id }) => transfer_id === id);
  const received = async (client = head) =>
    dataOf<{ waiting: number; items: Received[] }>(await client.get(`${RECEIVED}?size=200`));
  const waiting = async (id: string, client = head) => dataOf<Waiting>(await client.get(`${RECEIVED}/${id}`));
  const accept = (id: string, childId: string, client = head) =>
    client.post(`${RECEIVED}/${id}/accept`, { child_id: childId });
  const decline = (id: string, client = head) =>
    client.post(`${RECEIVED}/${id}/decline`, { reason: '这名学生没有到校报到' });
  const withdraw = (id: string, client = admin) => client.post(`${SENT}/${id}/withdraw`);
  const former = async (childId: string, client = head) =>
    dataOf<{ items: FormerRecord[] }>(await client.get(`/v1/portal/archives/students/${childId}/former_records`)).items;
  const notices = (id: string) =>
    rowsOf(
      server(),
      'select org_id, kind, read_at is not null as read from notices where subject_id = $1 order by 1, 2',
      id,
    );
  const acts = async (org: string, row: string) =>
    (
      await rowsOf(server(), 'select act from audit_logs where org_id = $1 and row_id = $2 order by log_id', org, row)
    ).map(({ act }) => act);
  const packageRow = async (id: string) =>
    (await rowsOf(server(), 'select * from transfer_packages where transfer_id = $1', id))[0];

  beforeAll(async () => {
    counsellor = await signIn(8, 2001);
    deputy = await signIn(5, 2001);
    classTeacher = await signIn(10, 2001);
    plain = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    admin = await plain.verified();
    unproved = (await server().client.signIn('o2002r4')).withRole(2002, 4);
    head = await unproved.verified();
    newCounsellor = await signIn(8, 2002);
    stranger = await signIn(4, 2003);
    const [found] = await rowsOf(
      server(),
      `select s.child_id from students s join exam_results r using (org_id, child_id)
       where s.org_id = '2001' and s.study_status = 1 and r.ended_at is null and r.valid
       and exists (select from guardian_children g where g.org_id = s.org_id and g.child_id = s.child_id)
       order by s.child_id limit 1`,
    );
    child = String(found?.['child_id']);
    await inOrg('2001', 'update students set child_name = $2, born_on = $3 where child_id = $1', child, NAME, BORN);
    await inOrg('2001', 'update exam_sheets set withdrawn_at = null where child_id = $1', child);
    const written = { child_id: child, happened_at: '2026-11-19T10:00:00+08:00', with_whom: 1, way: 1 };
    await counsellor.post('/v1/portal/interviews', { ...written, content: SECRET });
    await counsellor.post('/v1/portal/interviews', { ...written, content: '只给同组看的话', restricted: true });
  });

  describe('before it is sent', () => {
    it('is shown with everything that may go along, without masked data and restricted records', async () => {
      const shown = dataOf<Preview>(await admin.get(`/v1/portal/children/${child}/transfer`));
      expect(shown).toMatchObject({ child_id: child, child_name: NAME, has_left: false });
      expect(new Set(shown.sections.map(({ part }) => part))).toEqual(
        new Set(['base', 'results', 'follow_ups', 'texts']),
      );
      expect(shown.guardians.length).toBeGreaterThan(0);
      expect(shown.withheld).toBeGreaterThan(0);
      const text = JSON.stringify(shown.sections);
      expect(text).toContain(SECRET);
      expect(text).not.toContain('只给同组看的话');
      expect(text).not.toMatch(/\d{3}\*{4}\d{4}|身份证号|家庭住址/);
    });

    it('finds other schools by name and never the own one', async () => {
      const [own] = await rowsOf(server(), "select org_name from orgs where org_id = '2002'");
      const name = String(own?.['org_name']);
      const found = dataOf<{ items: Row[] }>(
        await admin.get(`/v1/portal/transfers/schools?name=${encodeURIComponent(name)}`),
      ).items;
      expect(found).toEqual([{ org_id: '2002', school_name: name }]);
      const none = await head.get(`/v1/portal/transfers/schools?name=${encodeURIComponent(name)}`);
      expect(dataOf<{ items: Row[] }>(none).items).toEqual([]);
      expect((await admin.get('/v1/portal/transfers/schools?name=a')).fields).toEqual(['/name']);
    });

    it('is refused with the field that is wrong, and changes nothing', async () => {
      const fieldsOf = async (change: Row) => (await send(change)).fields;
      expect(await fieldsOf({ to: { org_id: '2001' } })).toEqual(['/to/org_id']);
      expect(await fieldsOf({ to: { org_id: '1001' } })).toEqual(['/to/org_id']);
      expect(await fieldsOf({ to: { org_id: 'nobody' } })).toEqual(['/to/org_id']);
      expect(await fieldsOf({ leaves_on: undefined })).toEqual(['/leaves_on']);
      expect(await fieldsOf({ leaves_on: '2029-01-01' })).toEqual(['/leaves_on']);
      expect(await fieldsOf({ parts: ['texts', 'summary'] })).toEqual(['/parts']);
      const consent = { kind: 'consent', guardian_id: 'nobody', how: 1, consented_on: '2026-11-19' };
      expect(await fieldsOf({ basis: consent })).toEqual(['/basis/guardian_id']);
      expect(await fieldsOf({ basis: { ...consent, consented_on: '2027-01-01' } })).toEqual(['/basis/consented_on']);
      expect(await fieldsOf({ basis: { kind: 'consent' } })).toEqual(['/basis/guardian_id']);
      expect(await fieldsOf({ basis: { kind: 'law' } })).toEqual(['/basis/reason']);
      expect(await fieldsOf({ to: {} })).toEqual(['/to']);
      expect(await fieldsOf({ to: { org_id: '2002', name: '外省某中学' } })).toEqual(['/to']);
      expect((await send({ parts: [] })).status).toBe(400);
      expect((await send({ basis: { kind: 'law', reason: ' ' } })).status).toBe(400);
      expect(await rowsOf(server(), 'select 1 from transfers_sent where child_id = $1', child)).toEqual([]);
    });

    it('is closed to other roles, other tenants and those without a second proof', async () => {
      const path = `/v1/portal/children/${child}/transfer`;
      expect(refusal(await deputy.get(path))).toBe('403 AC_FORBIDDEN');
      expect(refusal(await send({}, child, classTeacher))).toBe('403 AC_FORBIDDEN');
      expect(refusal(await plain.get(path))).toBe('403 PSY_INVALID_SECONDARY_TOKEN');
      expect(refusal(await send({}, child, plain))).toBe('403 PSY_INVALID_SECONDARY_TOKEN');
      expect(refusal(await head.get(path))).toBe('404 PSY_NOT_FOUND');
      expect(refusal(await send({ to: { org_id: '2001' } }, child, head))).toBe('404 PSY_NOT_FOUND');
    });
  });

  it('arrives, is masked, is accepted for the student of the same name, and both schools know', async () => {
    const guardian = dataOf<Preview>(await admin.get(`/v1/portal/children/${child}/transfer`)).guardians[0];
    const consent = { kind: 'consent', guardian_id: guardian?.guardian_id, how: 1, consented_on: '2026-11-19' };
    const id = await sent({ basis: consent });
    expect(await sentOf(id)).toMatchObject({ child_id: child, state: 'waiting', parts: ALL });
    expect((await sentOf(id))?.basis).toContain(guardian?.guardian_name);
    expect((await received()).waiting).toBe(1);
    const shown = await waiting(id);
    expect(shown).toMatchObject({
      state: 'waiting',
      student: { child_name: '欧**学', born_in: '2013' },
      candidates: [],
    });
    expect(JSON.stringify([shown, (await received()).items])).not.toContain(NAME);
    const people = await notices(id);
    expect(people.length).toBeGreaterThan(1);
    expect(people.every(({ org_id, kind: what }) => org_id === '2002' && what === 'transfer_arrived')).toBe(true);

    const other = await student(head, '2002', { child_name: '别的学生' });
    const twin = await student(head, '2002', { born_on: '2012-01-01' });
    const own = await student(head, '2002');
    expect((await waiting(id)).candidates.map(({ child_id }) => child_id).sort()).toEqual([own, twin].sort());
    expect((await accept(id, other)).fields).toEqual(['/child_id']);
    expect((await accept(id, twin)).fields).toEqual(['/child_id']);
    expect(refusal(await accept(id, child))).toBe('404 PSY_NOT_FOUND');
    expect(refusal(await accept(id, own, stranger))).toBe('404 PSY_NOT_FOUND');
    expect((await accept(id, own, newCounsellor)).status).toBe(200);
    await settle();

    expect(await sentOf(id)).toMatchObject({ state: 'accepted' });
    const items = (await received()).items.find(({ transfer_id }) => transfer_id === id);
    expect(items).toMatchObject({ state: 'accepted', child_id: own, child_name: NAME });
    const [record] = await former(own);
    expect(record).toMatchObject({ transfer_id: id, has_summary: true });
    expect(JSON.stringify(record?.sections)).toContain(SECRET);
    const summary = await head.get(`/v1/portal/archives/students/${own}/former_records/${id}/summary`);
    expect([summary.status, summary.body.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(await packageRow(id)).toMatchObject({ content: null, student: null, summary: null });
    expect(
      (await notices(id)).map(({ org_id, kind: what, read }) => `${String(org_id)} ${String(what)} ${String(read)}`),
    ).toEqual(['2001 transfer_answered false', ...people.map(() => '2002 transfer_arrived true')]);
    expect(await acts('2001', child)).toEqual(expect.arrayContaining(['export', 'hand_over', 'accept']));
    expect(await acts('2002', id)).toEqual(expect.arrayContaining(['arrive', 'read']));
    expect(await acts('2002', own)).toContain('take_in');
    for (const org of ['2001', '2002']) {
      const { db, ledger } = server().services;
      expect((await verifyAudit(db, ledger, [], org))[0]?.findings).toEqual([]);
    }
    // The old school reads its student as before.
    expect((await admin.get(`/v1/portal/archives/students/${child}`)).status).toBe(200);
  });

  describe('once accepted', () => {
    it('is read by the roles that work with it, and by no class teacher or other school', async () => {
      const [row] = await rowsOf(server(), "select child_id from received_records where org_id = '2002' limit 1");
      const path = `/v1/portal/archives/students/${String(row?.['child_id'])}/former_records`;
      expect((await newCounsellor.get(path)).status).toBe(200);
      expect(refusal(await (await signIn(10, 2002)).get(path))).toBe('403 AC_FORBIDDEN');
      expect(refusal(await unproved.get(path))).toBe('403 PSY_INVALID_SECONDARY_TOKEN');
      expect(refusal(await stranger.get(path))).toBe('404 PSY_NOT_FOUND');
      expect(refusal(await admin.get(path))).toBe('404 PSY_NOT_FOUND');
    });

    it('is part of the whole record of the student, and is erased with it', async () => {
      const [row] = await rowsOf(
        server(),
        "select child_id, transfer_id from received_records where org_id = '2002' limit 1",
      );
      const own = String(row?.['child_id']);
      const found = await inOrg('2002', 'select distinct of_table from rows_of_child($1)', own);
      const tables = found.map(({ of_table }) => of_table);
      expect(tables).toEqual(expect.arrayContaining(['received_records', 'received_sections']));
      const texts = (await rowsOf(server(), "select body from received_sections where org_id = '2002'")).map(
        ({ body }) => String(body),
      );
      expect(texts.every((text) => text.startsWith('\u0001'))).toBe(true);
      await inOrg('2002', 'update students set study_status = 3 where child_id = $1', own);
      await server().db.transaction({ orgId: '2002', userId: null }, async (tx) => {
        const { eraseRows } = await import('../../../../src/platform/resources/server/queries/child-records.ts');
        await tx.run(eraseRows(own));
      });
      expect(await rowsOf(server(), 'select 1 from received_sections where child_id = $1', own)).toEqual([]);
      expect(await rowsOf(server(), 'select 1 from received_records where child_id = $1', own)).toEqual([]);
      expect(await sentOf(String(row?.['transfer_id']))).toMatchObject({ state: 'accepted' });
    });
  });

  it('is declined with a reason that the sender reads and nobody reads in the database', async () => {
    const id = await sent();
    expect((await head.post(`${RECEIVED}/${id}/decline`, { reason: '' })).status).toBe(400);
    expect(refusal(await decline(id, stranger))).toBe('404 PSY_NOT_FOUND');
    expect((await decline(id)).status).toBe(200);
    await settle();
    expect(await sentOf(id)).toMatchObject({ state: 'declined', answer: '这名学生没有到校报到' });
    expect(String((await packageRow(id))?.['answer'])).not.toContain('报到');
    expect(refusal(await decline(id))).toBe('409 PSY_CONFLICT');
    expect(refusal(await withdraw(id))).toBe('409 PSY_CONFLICT');
    expect(await acts('2001', child)).toContain('turn_back');
  });

  it('is taken back while it waits, and then cannot be accepted', async () => {
    const own = await student(head, '2002');
    const id = await sent();
    expect(refusal(await send())).toBe('409 PSY_CONFLICT');
    expect(refusal(await withdraw(id, head))).toBe('404 PSY_NOT_FOUND');
    expect(refusal(await withdraw(id, deputy))).toBe('403 AC_FORBIDDEN');
    expect((await withdraw(id)).status).toBe(200);
    expect(refusal(await withdraw(id))).toBe('409 PSY_CONFLICT');
    await settle();
    expect(refusal(await accept(id, own))).toBe('409 PSY_CONFLICT');
    expect(await waiting(id)).toMatchObject({ state: 'withdrawn', candidates: [] });
    expect(await packageRow(id)).toMatchObject({ content: null, student: null, summary: null });
    const kinds = (await notices(id)).map(({ kind: what }) => what);
    expect(kinds).toContain('transfer_recalled');
    expect(await former(own)).toEqual([]);
  });

  it('ends after 30 days, and its contents go', async () => {
    const own = await student(head, '2002');
    const id = await sent();
    const sentAt = server().services.clock.now();
    const spy = vi.spyOn(server().services.clock, 'now').mockReturnValue(sentAt + 30 * DAY + 1000);
    try {
      expect(await expireDue(server().services, '2003')).toBe(0);
      expect(await expireDue(server().services, '2002')).toBe(1);
      expect(await expireDue(server().services, '2002')).toBe(0);
    } finally {
      spy.mockRestore();
    }
    await settle();
    expect(await sentOf(id)).toMatchObject({ state: 'expired' });
    expect(refusal(await accept(id, own))).toBe('409 PSY_CONFLICT');
    expect(await packageRow(id)).toMatchObject({ content: null, student: null, summary: null });
  });

  it('leaves one winner where two people answer at once, and where it is taken back meanwhile', async () => {
    const own = await student(head, '2002');
    const id = await sent();
    const both = await Promise.all([accept(id, own), accept(id, own, newCounsellor)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await former(own)).toHaveLength(1);
    const next = await sent();
    const [taken, accepted] = await Promise.all([withdraw(next), accept(next, own)]);
    expect([taken.status, accepted.status].sort()).toEqual([200, 409]);
    expect(await former(own)).toHaveLength(accepted.status === 200 ? 2 : 1);
    const twice = await Promise.all([send(), send({}, child, counsellor)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const open = String(dataOf(twice.find(({ status }) => status === 200) as Answer)['transfer_id']);
    expect((await withdraw(open)).status).toBe(200);
    await settle();
  });

  it('is either sent or not where the transaction fails', async () => {
    const spy = vi.spyOn(server().services.jobs, 'add').mockRejectedValueOnce(new Error('killed'));
    const before = await rowsOf(server(), 'select count(*) as n from transfers_sent');
    expect((await send()).status).toBe(500);
    spy.mockRestore();
    expect(await rowsOf(server(), 'select count(*) as n from transfers_sent')).toEqual(before);
    expect(
      await rowsOf(server(), "select 1 from transfer_packages where org_id = '2002' and state = 'waiting'"),
    ).toEqual([]);
  });

  it('leaves as an encrypted file for another system, which only the passphrase opens', async () => {
    const answer = await send({ to: { name: '外省某中学' }, parts: ['base', 'summary'] });
    const { transfer_id, file } = dataOf<{ transfer_id: string; file: { content: string; passphrase: string } }>(
      answer,
    );
    const { plaintext } = await compactDecrypt(file.content, Buffer.from(file.passphrase), {
      keyManagementAlgorithms: ['PBES2-HS512+A256KW'],
    });
    const opened = JSON.parse(Buffer.from(plaintext).toString('utf8')) as Row;
    expect(opened).toMatchObject({ to: '外省某中学', student: { child_name: NAME, born_on: BORN } });
    expect(Buffer.from(String(opened['summary_pdf']), 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect(JSON.stringify(opened)).not.toContain(SECRET);
    await expect(compactDecrypt(file.content, Buffer.from('wrong'))).rejects.toThrow();
    expect(await sentOf(transfer_id)).toMatchObject({ state: 'handed_out', to_name: '外省某中学' });
    expect(refusal(await withdraw(transfer_id))).toBe('409 PSY_CONFLICT');
    const stored = JSON.stringify(
      await rowsOf(server(), 'select * from transfers_sent where transfer_id = $1', transfer_id),
    );
    expect(stored).not.toContain(file.passphrase);
  });

  describe('in the database', () => {
    it('is encrypted again under a new key of its school, and what waits in clear is encrypted', async () => {
      await inOrg('2001', 'update received_sections set body = \'[["a","b"]]\' where org_id = \'2001\'');
      const { services } = server();
      await encryptRows(services, '2001', (schema) => services.resources.hooksFor(schema).table);
      for (const [table, field] of [
        ['transfers_sent', 'basis'],
        ['received_sections', 'body'],
      ] as const)
        expect(
          await rowsOf(server(), `select 1 from ${table} where org_id = '2001' and not starts_with(${field}, chr(1))`),
        ).toEqual([]);
    });

    const rowsUnder = (org: string, id: string) =>
      server().db.transaction({ orgId: org, userId: null }, (tx) => tx.run(lockPackage('2002', id)));

    it('is seen by a third school in no way, and by the sender without the key', async () => {
      const id = await sent();
      expect(await rowsUnder('2003', id)).toEqual([]);
      expect(await rowsUnder('2002', id)).toHaveLength(1);
      const [row] = await rowsUnder('2001', id);
      const ring = await server().services.keys.ring('2001');
      expect(() =>
        ring.decryptText(String(row?.content), { table: 'transfer_packages', row: id, field: 'content' }),
      ).toThrow();
      expect((await withdraw(id)).status).toBe(200);
    });

    it('is answered by its receiver only, once, and is emptied where the old school erases the student', async () => {
      const { endPackage } = await import('../../../../src/features/transfers/server/queries/received.ts');
      const id = await sent();
      const end = { state: 'accepted', answered_at: new Date().toISOString(), answered_by: 'x' } as const;
      const under = (org: string) =>
        server().db.transaction({ orgId: org, userId: null }, (tx) => tx.run(endPackage('2002', id, end)));
      await expect(under('2001')).rejects.toThrow();
      expect(await under('2003')).toBe(0);
      await inOrg('2001', 'delete from transfers_sent where transfer_id = $1', id);
      expect(await packageRow(id)).toMatchObject({ state: 'withdrawn', content: null });
      await expect(under('2002')).rejects.toThrow();
    });
  });
});
