import { serviceState } from '../../../platform/access/service-stage.ts';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import { orgById, termsOf } from '../../../platform/context/server/queries/orgs.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isInside } from '../../../platform/identity/server/networks.ts';
import type { serviceSignIn } from '../contract.ts';
import { provesClient } from './prove-client.ts';
import { accountOf, noteUse, secretsOf } from './queries.ts';
import { grantOf } from './rights.ts';

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Opens a session for a system that proves its secret or its private key. Every refusal has the same words; the log of
 * the server says why.
 *
 * @throws AppError AC_SERVICE_REFUSED
 */
export async function signInSystem(
  ctx: RequestContext,
  proof: BodyOf<typeof serviceSignIn>,
): Promise<DataOf<typeof serviceSignIn>> {
  const { client_id } = proof;
  const {
    services: { access, db, sessions, log },
    address,
    requestId,
  } = ctx;
  const refuse = (why: string): never => {
    log.info({ request_id: requestId, client_id, why }, 'sign-in of a system refused');
    throw new AppError('AC_SERVICE_REFUSED');
  };
  const [orgId = '', serviceId = '', ...rest] = client_id.split('.');
  if (!ID.test(orgId) || !ID.test(serviceId) || rest.length > 0) return refuse('malformed');
  const tenant = { orgId, userId: null };
  const at = ctx.nowIso();
  const [[account], stored, [org]] = await db.read(tenant, [
    accountOf(orgId, serviceId),
    secretsOf(orgId, serviceId, at),
    orgById(orgId),
  ]);
  if (!account || !org || !(await provesClient(ctx, proof, stored))) return refuse('unknown account or no proof');
  if (account.revoked_at !== null || Date.parse(account.expires_at) <= ctx.now()) return refuse('revoked or expired');
  if (!isInside(account.networks, address)) return refuse('other network');
  if (serviceState(termsOf(org), ctx.now()).stage === 'expired') return refuse('service expired');
  const grant = grantOf(account);
  if (!(await access.standingOf(grant))?.length) return refuse('nobody answers for it');
  const opened = await sessions.openService(account.user_id, grant, Date.parse(account.expires_at), ctx);
  await db.write(tenant, [noteUse(orgId, serviceId, at, address)]);
  return { token_type: 'MAC', ...opened, org_id: orgId, org_type: org.org_type };
}
