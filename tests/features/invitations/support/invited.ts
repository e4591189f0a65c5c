import { expect } from 'vitest';
import type { Row } from '../../../../src/platform/db/server/database.ts';
import { md5, type Answer, type Client, type Json } from '../../../support/client.ts';
import type { TestServer } from '../../../support/server.ts';

export const APPLY = '/v1/api/schools/students/apply';
export const INVITATIONS = '/v1/portal/schools/students/apply/invitation_codes';
export const APPLICATIONS = '/v1/portal/student_applications';
export const SETTINGS = '/v1/portal/schools/students/apply/settings';

export const SINGLE = { code_type: 1, valid_minutes: 15 };
export const group = (most: number) => ({ code_type: 2, valid_minutes: 60, group_max_registrations: most });

export const CLASS = 'c2001-2026-7-01';
export const STRONG = 'Wx7#hedgerow-Qn';

export const rows = (server: TestServer, sql: string, parameters?: unknown[], orgId = '2001'): Promise<Row[]> =>
  server.db.admin(async (run) => {
    await run("select set_config('app.org_id', $1, false)", [orgId]);
    return run(sql, parameters);
  });

/** A member of staff in a role of a school; role 4 and 5 with the second proof where `verified`. */
export const staff = async (server: TestServer, orgId: number, role: number, verified = false): Promise<Client> => {
  const client = (await server.client.signIn(`o${orgId}r${role}`)).withRole(orgId, role);
  return verified ? client.verified() : client;
};

let n = 0;
/** A person whom the school does not know; each call is somebody else. */
export const newcomer = (change: Json = {}): Json => {
  n += 1;
  return {
    child_name: `新生${String.fromCodePoint(0x4e00 + n)}`,
    student_no: `N${String(n).padStart(5, '0')}`,
    class_id: CLASS,
    sex: 2,
    password: md5(STRONG),
    agreed: true,
    ...change,
  };
};

/** The calls of a registration page with one code. */
export function doorOf(server: TestServer, code: string, kind: 'single' | 'group') {
  const prefix = kind === 'group' ? 'group_' : '';
  const send = (path: string, body: unknown, ticket?: string) =>
    server.client.publicly('POST', path, body, ticket === undefined ? {} : { 'secondary-token': ticket });
  return {
    check: (ticket?: string) => send(`${APPLY}/${prefix}invitation_codes/check`, { invitation_code: code }, ticket),
    apply: (person: Json, ticket?: string) =>
      send(`${APPLY}/${prefix}invitation`, { invitation_code: code, ...person }, ticket),
    signUpOnly: (person: Json, ticket?: string) =>
      send(`/v1/portal/users/sign_up_only/invitation_codes/${code}`, person, ticket),
    sms: (body: Json, ticket?: string) => send(`${APPLY}/sms`, body, ticket),
  };
}
export type Door = ReturnType<typeof doorOf>;

/** An invitation made by a member of staff, with its door. */
export async function invite(server: TestServer, by: Client, body: Json): Promise<Door & { code: string; id: string }> {
  const answer = await by.post(INVITATIONS, body);
  expect(answer.status, answer.text).toBe(201);
  const { invitation_code: code, invitation_id: id } = answer.data;
  return { ...doorOf(server, code, body.code_type === 2 ? 'group' : 'single'), code, id };
}

/** A ticket of an open door. */
export async function ticketOf(door: Door): Promise<string> {
  const answer = await door.check();
  expect(answer.status, answer.text).toBe(200);
  return answer.data.secondary_token;
}

export const outcome = ({ status, code }: Answer): string => `${status} ${code ?? ''}`.trim();
