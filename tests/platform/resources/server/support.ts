import { beforeAll } from 'vitest';
import type { Answer, Client } from '../../../support/client.ts';
import type { TestServer } from '../../../support/server.ts';

export const CLASSES = '/v1/portal/classes';

/** Query parameters as an address. */
export const query = (path: string, parameters: Record<string, string | number>): string =>
  `${path}?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString()}`;

/** A client with a role of the demo, signed in before the tests of the current `describe`. */
export function useClient(server: () => TestServer, orgId: number, roleId: number): () => Client {
  let client: Client | undefined;
  beforeAll(async () => {
    client = (await server().client.signIn(`o${orgId}r${roleId}`)).withRole(orgId, roleId);
  });
  return () => {
    if (!client) throw new Error('the client is there only in tests and hooks');
    return client;
  };
}

/** A client like that of `useClient`, with a second proof for the next ten minutes. */
export function useVerifiedClient(server: () => TestServer, orgId: number, roleId: number): () => Client {
  const client = useClient(server, orgId, roleId);
  let verified: Client | undefined;
  beforeAll(async () => {
    verified = await client().verified();
  });
  return () => verified ?? client();
}

/** Rows of a tenant past row-level security. */
export const rowsOf = (
  server: TestServer,
  sql: string,
  ...parameters: unknown[]
): Promise<readonly Record<string, unknown>[]> => server.db.admin((run) => run(sql, parameters));

const RECORDS = [
  'interventions',
  'interviews',
  'sandplays',
  'drawings',
  'custom_interventions',
  'consultations',
  'referrals',
  'follow_ups',
];
/** Deletes all warnings and cases of the demo, for tests that count them. */
export async function withoutCrises(server: TestServer): Promise<void> {
  for (const table of RECORDS) await rowsOf(server, `update ${table} set case_id = null where case_id is not null`);
  for (const table of ['safety_plans', 'case_steps', 'warns', 'crisis_cases'])
    await rowsOf(server, `delete from ${table}`);
}

export type Row = Record<string, unknown>;
export interface Listed<R = Row> {
  total: number;
  items: R[];
}
interface Refusal {
  message: string;
  details: { field: string; message: string }[];
}

/** `data` of an answer, typed as the test expects it. */
export const dataOf = <T = Row>(answer: Answer): T => answer.data as T;
export const refusalOf = (answer: Answer): Refusal => answer.json as Refusal;
export const messageOf = (answer: Answer, field: string): string | undefined =>
  refusalOf(answer).details.find((detail) => detail.field === field)?.message;
