import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, expect, it } from 'vitest';
import { TABLES, type TableName } from '../../../../src/features/roster/rules/format.ts';
import { rowsOf } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../support/world.ts';
import { csvOf, enterAsSystem, filesOf, smallRoster, zipOf } from '../support.ts';

const BOX = '/v1/portal/roster/box';
/** Tests begin at 16:00 of the schools' clock. */
const EVENING = 18;

describeApi('a roster that is put down', (kind) => {
  const server = useServer(kind);
  let admin: Client;
  const enter = async (role: number) => (await server().client.signIn(`o2001r${role}`)).withRole(2001, role).verified();
  beforeEach(async () => {
    admin = await enter(4);
  });
  const set = (hour: number | null, writes = false, client = admin) => client.put(BOX, { hour, writes });
  const put = async (files: Record<string, string>, client = admin) =>
    client.post(`${BOX}/file?file_name=night.zip`, zipOf(files));
  const box = async (client = admin) => (await client.get(BOX)).data;
  /** Time goes on, and what is due then is done. */
  const pass = async (ms: number) => {
    server().clock.advance(ms);
    await server().services.jobs.runDue();
    await server().services.jobs.idle();
    // By then the session has ended for want of use.
    if (ms >= HOUR) admin = await enter(4);
  };
  const own = async (): Promise<Record<string, string>> => {
    const { body } = await admin.get('/v1/portal/roster/file');
    return Object.fromEntries(
      Object.entries(unzipSync(new Uint8Array(body))).map(([name, bytes]) => [name, strFromU8(bytes)]),
    );
  };
  const countOf = async (sql: string) => (await rowsOf(server(), sql))[0]?.['n'];
  const students = () =>
    countOf("select count(*)::int n from students where org_id = '2001' and student_no in ('R0001', 'R0002')");
  const notices = () => countOf("select count(*)::int n from notices where org_id = '2001' and kind = 'roster_read'");

  it('comes from systems and administrators; when it is read, administrators say after a second proof', async () => {
    const system = await enterAsSystem(server(), admin, [{ area: 'org-manage/roster', act: 'import' }]);
    expect((await put(filesOf(smallRoster()))).code).toBe('PSY_CONFLICT');
    const unproved = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    expect((await set(EVENING, true, unproved)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    admin = await unproved.verified();
    for (const client of [await enter(8), system]) {
      const refused = [await client.get(BOX), await set(EVENING, true, client), await client.post(`${BOX}/read`, {})];
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect((await put(filesOf(smallRoster()), await enter(8))).status).toBe(403);
    expect((await set(24)).status).toBe(400);
    expect((await set(EVENING)).data).toMatchObject({
      hour: EVENING,
      writes: false,
      due_at: '2026-11-20T10:00:00.000Z',
    });
    expect((await put(filesOf(smallRoster()), system)).data).toMatchObject({ due_at: '2026-11-20T10:00:00.000Z' });
    expect((await box()).file).toMatchObject({ file_name: 'night.zip', is_read: false });
    const elsewhere = (await server().client.signIn('o2002r4')).withRole(2002, 4);
    expect(await box(elsewhere)).toEqual({ writes: false });
    const [stored] = await rowsOf(server(), "select file from roster_boxes where org_id = '2001'");
    expect(Buffer.from(stored?.['file'] as Uint8Array).includes('PK')).toBe(false);
  });

  it('is refused at once where it cannot be read, and the former one stays', async () => {
    await set(EVENING);
    await put(filesOf(smallRoster()));
    const { 'users.csv': _, ...broken } = filesOf(smallRoster());
    const answer = await put(broken);
    expect(answer.status).toBe(400);
    expect(answer.json.details[0].message).toContain('users.csv');
    expect((await box()).file).toMatchObject({ is_read: false });
  });

  it('is read at its hour, once, and waits for a person', async () => {
    await set(EVENING);
    await put(filesOf(smallRoster()));
    await pass(2 * HOUR - MINUTE);
    expect((await box()).latest).toBeUndefined();
    await pass(2 * MINUTE);
    const { latest, file, due_at } = await box();
    expect(latest).toMatchObject({
      state: 'ready',
      file_name: 'night.zip',
      received: { school: '某校', parts: [{ state: 'begun' }, { state: 'begun' }, { state: 'waiting' }] },
    });
    expect([file.is_read, due_at]).toEqual([true, '2026-11-21T10:00:00.000Z']);
    expect([await students(), await notices()]).toEqual([0, 1]);
    expect((await admin.get('/v1/portal/roster/proposals')).data.total).toBeGreaterThan(0);
    // The person writes the classes, and previews the students from the same file.
    const importOf = (part: number) => latest.received.parts[part].import_id;
    expect((await admin.post(`/v1/portal/classes/import/${importOf(0)}/write`, {})).status).toBe(200);
    await server().services.jobs.idle();
    expect((await admin.post(`${BOX}/read`, { part: 'student' })).status).toBe(200);
    const parts = (await box()).latest.received.parts;
    expect(parts).toMatchObject([
      { import_id: importOf(0) },
      { import_id: importOf(1) },
      { part: 'student', state: 'begun' },
    ]);
    const { read_at } = (await box()).latest;
    await pass(8 * DAY);
    expect([(await box()).latest.read_at, await notices()]).toEqual([read_at, 1]);
    expect((await box()).file).toBeUndefined();
    expect((await admin.post(`${BOX}/read`, {})).status).toBe(404);
  });

  it('is written by itself where the school has said so, classes before students, and nobody goes', async () => {
    await set(EVENING, true);
    const files = await own();
    const [year] = await rowsOf(server(), "select year_id from years where org_id = '2001' and is_current");
    const add = (name: TableName, row: Record<string, string>) => {
      const line = csvOf([TABLES[name].map((column) => row[column] ?? '')]);
      files[`${name}.csv`] = `${(files[`${name}.csv`] ?? '').trimEnd()}\r\n${line}`;
    };
    const gone = (files['users.csv'] ?? '').split('\r\n').at(1)?.split(',')[0] ?? '';
    for (const name of ['users.csv', 'roles.csv', 'enrollments.csv'])
      files[name] = (files[name] ?? '')
        .split('\r\n')
        .filter((line) => !line.includes(gone.replaceAll('"', '')))
        .join('\r\n');
    add('classes', {
      sourcedId: 'nc',
      title: '初一（95）班',
      grades: '07',
      courseSourcedId: 'homeroom',
      classType: 'homeroom',
      schoolSourcedId: '2001',
      termSourcedIds: String(year?.['year_id']),
    });
    add('users', {
      sourcedId: 'ns',
      enabledUser: 'true',
      username: 'N0001',
      givenName: '五五',
      familyName: '赵',
      identifier: 'N0001',
    });
    add('roles', { sourcedId: 'nr', userSourcedId: 'ns', roleType: 'primary', role: 'student', orgSourcedId: '2001' });
    add('enrollments', {
      sourcedId: 'ne',
      classSourcedId: 'nc',
      schoolSourcedId: '2001',
      userSourcedId: 'ns',
      role: 'student',
    });
    expect((await put(files)).status).toBe(200);
    await pass(DAY);
    for (let step = 0; step < 12 && (await box()).latest.state === 'writing'; step++) await pass(31 * SECOND);
    expect((await box()).latest, JSON.stringify((await box()).latest)).toMatchObject({ state: 'written' });
    const written = await rowsOf(
      server(),
      `select s.child_name, c.class_name from students s join classes c on c.org_id = s.org_id and c.class_id = s.class_id
        where s.org_id = '2001' and s.student_no = 'N0001'`,
    );
    expect(written).toEqual([{ child_name: '赵五五', class_name: '初一（95）班' }]);
    expect((await admin.get('/v1/portal/roster/proposals')).data.items).toMatchObject([{ kind: 'student_left' }]);
    // Most people of the school are not in this one: a person looks at it first.
    await set(EVENING + 1, true);
    await put(filesOf(smallRoster()));
    await pass(HOUR);
    expect((await box()).latest).toMatchObject({
      state: 'ready',
      received: { absent: [{ part: 'student' }, { part: 'teacher' }] },
    });
    expect(await students()).toBe(0);
  });

  it('is read for the person who set it, and says so where this person may not any more', async () => {
    await set(EVENING, true, await enter(5));
    await put(filesOf(smallRoster()));
    const [other] = await rowsOf(server(), "select user_id from accounts where login_key = 'o2001r5'");
    const state = `/v1/portal/teachers/${String(other?.['user_id'])}/state`;
    expect((await admin.put(state, { enabled: false })).status).toBe(200);
    await pass(DAY);
    expect((await box()).latest).toMatchObject({ state: 'failed', problem: expect.stringContaining('设置的人') });
    expect((await admin.put(state, { enabled: true })).status).toBe(200);
  });

  it('goes when the hour is taken away', async () => {
    await set(EVENING);
    await put(filesOf(smallRoster()));
    // The part of an earlier file does not begin from this one.
    expect((await admin.post(`${BOX}/read`, { part: 'student' })).code).toBe('PSY_CONFLICT');
    expect((await set(null)).data).not.toHaveProperty('file');
    const [stored] = await rowsOf(server(), "select file from roster_boxes where org_id = '2001'");
    expect(stored).toEqual({ file: null });
  });
});
