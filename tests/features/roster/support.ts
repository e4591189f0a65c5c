import { expect } from 'vitest';
import type { Client } from '../../support/client.ts';
import type { TestServer } from '../../support/server.ts';

/** A client of a new service account of school 2001 with these rights. */
export async function enterAsSystem(
  server: TestServer,
  rights: readonly { area: string; act: string }[],
): Promise<Client> {
  const admin = await (await server.client.signIn('o2001r4')).withRole(2001, 4).verified();
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
