import { strFromU8, unzipSync } from 'fflate';
import { parseCsv } from 'hucre/csv';
import { expect, it } from 'vitest';
import { ABSENT_TABLES, TABLES } from '../../../../src/features/roster/rules/format.ts';
import { joinName } from '../../../../src/features/roster/rules/person-name.ts';
import { rowsOf, useVerifiedClient } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { enterAsSystem } from '../support.ts';

const EXPORTS = '/v1/portal/roster/exports';
const FILE = '/v1/portal/roster/file';

type Table = Record<string, string>[];

/** The tables of a ZIP by name. */
function tablesOf(zip: Uint8Array): Record<string, Table> {
  const files = Object.entries(unzipSync(new Uint8Array(zip)));
  return Object.fromEntries(
    files.map(([name, bytes]) => {
      const [head = [], ...rows] = parseCsv(strFromU8(bytes)) as string[][];
      return [name, rows.map((row) => Object.fromEntries(head.map((column, i) => [column, row[i] ?? ''])))];
    }),
  );
}

describeApi('the roster as a file', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const psychologist = useVerifiedClient(server, 2001, 8);
  const packed = async () => {
    const { status, text, data } = await admin().post(EXPORTS, {});
    expect(status, text).toBe(200);
    await server().services.jobs.idle();
    const answer = await admin().get(`/v1/portal/files/temp/${String(data.task_id)}/file`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  it('is made by administrators only', async () => {
    expect((await psychologist().post(EXPORTS, {})).status).toBe(403);
    expect((await psychologist().get(FILE)).status).toBe(403);
  });

  it('names each table of the format in its manifest, and has every column of those it brings', async () => {
    const zip = await packed();
    const manifest = new Map(tablesOf(zip)['manifest.csv']?.map(({ propertyName, value }) => [propertyName, value]));
    expect(manifest.get('manifest.version')).toBe('1.0');
    expect(manifest.get('oneroster.version')).toBe('1.2');
    for (const name of Object.keys(TABLES)) expect(manifest.get(`file.${name}`), name).toBe('bulk');
    for (const name of ABSENT_TABLES) expect(manifest.get(`file.${name}`), name).toBe('absent');
    const files = unzipSync(new Uint8Array(zip));
    for (const [name, columns] of Object.entries(TABLES)) {
      const [head] = strFromU8(files[`${name}.csv`] ?? new Uint8Array()).split(/\r?\n/);
      expect(head, name).toBe(columns.join(','));
    }
    const verdict = await server().client.publicly('POST', '/v1/portal/files/verify', {
      code: manifest.get('source.systemCode'),
    });
    expect(verdict.data).toMatchObject({ genuine: true, kind: 'roster', org_name: '青禾市第一中学' });
  });

  it('has all enrolled students, the staff and the classes of the year, with references that hold', async () => {
    const tables = tablesOf(await packed());
    const users = tables['users.csv'] ?? [];
    const students = await rowsOf(
      server(),
      "select child_id, child_name, student_no, class_id from students where org_id = '2001' and study_status = 1",
    );
    const staff = await rowsOf(server(), "select user_id, teacher_name from teachers where org_id = '2001'");
    const byId = new Map(users.map((user) => [user['sourcedId'], user]));
    expect(users).toHaveLength(students.length + staff.length);
    for (const { child_id, child_name, student_no } of students) {
      const user = byId.get(String(child_id));
      expect(user && joinName({ familyName: user['familyName'] ?? '', givenName: user['givenName'] ?? '' })).toBe(
        child_name,
      );
      expect(user?.['identifier']).toBe(student_no);
    }
    const ids = (name: string) => new Set(tables[name]?.map(({ sourcedId }) => sourcedId));
    const [classes, people] = [ids('classes.csv'), ids('users.csv')];
    const [sessions, courses] = [ids('academicSessions.csv'), ids('courses.csv')];
    for (const one of tables['classes.csv'] ?? []) {
      expect(courses.has(one['courseSourcedId'])).toBe(true);
      expect(sessions.has(one['termSourcedIds'])).toBe(true);
    }
    const enrollments = tables['enrollments.csv'] ?? [];
    for (const one of enrollments) {
      expect(classes.has(one['classSourcedId'])).toBe(true);
      expect(people.has(one['userSourcedId'])).toBe(true);
    }
    for (const name of Object.keys(TABLES)) {
      const table = tables[`${name}.csv`] ?? [];
      expect(new Set(table.map(({ sourcedId }) => sourcedId)).size, name).toBe(table.length);
      expect(table.every(({ status, dateLastModified }) => status === '' && dateLastModified === '')).toBe(true);
    }
    const inClass = enrollments.filter(({ role }) => role === 'student').map(({ userSourcedId }) => userSourcedId);
    expect(inClass.toSorted()).toEqual(
      students.flatMap(({ child_id, class_id }) => (class_id === null ? [] : [String(child_id)])).toSorted(),
    );
    expect(enrollments.some(({ role, primary }) => role === 'teacher' && primary === 'true')).toBe(true);
    const roles = new Set(tables['roles.csv']?.map(({ role }) => role));
    expect(roles).toEqual(new Set(['student', 'teacher', 'counselor', 'principal', 'siteAdministrator']));
  });

  it('has no phone number, and nobody of another school', async () => {
    const zip = unzipSync(new Uint8Array(await packed()));
    const all = Object.values(zip)
      .map((bytes) => strFromU8(bytes))
      .join('\n');
    expect(all).not.toMatch(/\b1\d{10}\b/);
    const others = await rowsOf(server(), "select child_id from students where org_id = '2002' limit 20");
    for (const { child_id } of others) expect(all).not.toContain(String(child_id));
  });

  it('is logged, and fetched by a system that has the right and by no other', async () => {
    const system = await enterAsSystem(server(), admin(), [{ area: 'org-manage/roster', act: 'export' }]);
    const answer = await system.get(FILE);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(tablesOf(answer.body)['users.csv']?.length).toBeGreaterThan(100);
    const [logged] = await rowsOf(
      server(),
      "select user_id from audit_logs where org_id = '2001' and act = 'export' and resource = 'roster' order by log_id desc limit 1",
    );
    expect(logged).toBeDefined();
    const reader = await enterAsSystem(server(), admin(), [{ area: 'org-manage/student', act: 'open' }]);
    expect((await reader.get(FILE)).status).toBe(403);
  });
});
