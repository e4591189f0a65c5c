import { strToU8, zipSync } from 'fflate';
import { expect } from 'vitest';
import { TABLES, type TableName } from '../../../src/features/roster/rules/format.ts';
import type { Client } from '../../support/client.ts';
import type { TestServer } from '../../support/server.ts';

/** A client of a new service account that this administrator of school 2001 makes, with these rights. */
export async function enterAsSystem(
  server: TestServer,
  admin: Client,
  rights: readonly { area: string; act: string }[],
): Promise<Client> {
  const made = await admin.post('/v1/portal/service_accounts', {
    name: '教务系统',
    rights,
    networks: [],
    valid_days: 30,
  });
  expect(made.status, made.text).toBe(201);
  const { client_id, client_secret } = made.data;
  const answer = await server.client.publicly('POST', '/v2/oauth2/tokens/actions/service_sign_in', {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
  });
  expect(answer.status, answer.text).toBe(200);
  return server.client.as({ session: answer.data, org: { orgId: '2001', orgType: '2', roleId: '' } });
}

type Row = Record<string, string>;
export type GivenTables = Record<TableName, Row[]>;

/** A small roster of a school with one class, two students and a teacher. */
export const smallRoster = (): GivenTables => ({
  academicSessions: [
    {
      sourcedId: 'y',
      title: '学年',
      type: 'schoolYear',
      startDate: '2026-09-01',
      endDate: '2027-07-31',
      schoolYear: '2027',
    },
  ],
  orgs: [{ sourcedId: 'school', name: '某校', type: 'school', identifier: '2001' }],
  courses: [{ sourcedId: 'homeroom', title: '行政班', orgSourcedId: 'school' }],
  classes: [
    {
      sourcedId: 'c1',
      title: '初一（91）班',
      grades: '07',
      courseSourcedId: 'homeroom',
      classType: 'homeroom',
      schoolSourcedId: 'school',
      termSourcedIds: 'y',
    },
  ],
  users: [
    {
      sourcedId: 's1',
      enabledUser: 'true',
      username: 'stu1',
      givenName: '一一',
      familyName: '欧阳',
      identifier: 'R0001',
    },
    { sourcedId: 's2', enabledUser: 'true', username: 'R0002', givenName: '二二', familyName: '李' },
    {
      sourcedId: 't1',
      enabledUser: 'true',
      username: 'roster.teacher',
      givenName: '三三',
      familyName: '张',
      identifier: 'T-R1',
    },
    { sourcedId: 'g1', enabledUser: 'true', username: 'parent', givenName: '家长', familyName: '李' },
  ],
  roles: [
    { sourcedId: 'r1', userSourcedId: 's1', roleType: 'primary', role: 'student', orgSourcedId: 'school' },
    { sourcedId: 'r2', userSourcedId: 's2', roleType: 'primary', role: 'student', orgSourcedId: 'school' },
    { sourcedId: 'r3', userSourcedId: 't1', roleType: 'primary', role: 'siteAdministrator', orgSourcedId: 'school' },
    { sourcedId: 'r4', userSourcedId: 'g1', roleType: 'primary', role: 'parent', orgSourcedId: 'school' },
  ],
  enrollments: [
    { sourcedId: 'e1', classSourcedId: 'c1', schoolSourcedId: 'school', userSourcedId: 's1', role: 'student' },
    { sourcedId: 'e2', classSourcedId: 'c1', schoolSourcedId: 'school', userSourcedId: 's2', role: 'student' },
  ],
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoted).join(',')).join('\r\n');

/** The files of a roster by name. */
export function filesOf(tables: GivenTables, manifest: Record<string, string> = {}): Record<string, string> {
  const properties = {
    'manifest.version': '1.0',
    'oneroster.version': '1.2',
    ...Object.fromEntries(Object.keys(TABLES).map((name) => [`file.${name}`, 'bulk'])),
    ...manifest,
  };
  return {
    'manifest.csv': csvOf([['propertyName', 'value'], ...Object.entries(properties)]),
    ...Object.fromEntries(
      Object.entries(TABLES).map(([name, columns]) => [
        `${name}.csv`,
        csvOf([columns, ...tables[name as TableName].map((row) => columns.map((column) => row[column] ?? ''))]),
      ]),
    ),
  };
}

export const zipOf = (files: Record<string, string>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
