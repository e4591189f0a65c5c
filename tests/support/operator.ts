import { createOperator } from '../../src/features/tenants/server/create-operator.ts';
import { terminalOperator } from '../../src/features/tenants/server/public.ts';
import { md5, type Client } from './client.ts';
import type { TestServer } from './server.ts';

const INITIAL = 'First-2026!';
export const OPERATOR_PASSWORD = 'Tidal-maple-47';

/** Creates an operator of the platform with an initial password. @returns false where the login name is taken */
export const makeOperator = async ({ services }: TestServer, login: string): Promise<boolean> =>
  createOperator(services, terminalOperator('somebody'), {
    name: '运营员',
    login,
    passwordHash: await services.passwords.hash(md5(INITIAL)),
  });

/** An operator of the platform with a password of the own, signed in without a second proof. */
export async function operatorOf(server: TestServer, login: string): Promise<Client> {
  if (!(await makeOperator(server, login))) throw new Error(`${login} is taken`);
  await server.client.signInFirst(login, INITIAL, OPERATOR_PASSWORD);
  const signedIn = await server.client.signIn(login, OPERATOR_PASSWORD);
  return signedIn.as({ org: { orgId: '99', orgType: '99', roleId: '' } });
}
