import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { discoverSso, SsoFault } from '../../../platform/outside-identity/server/sso.ts';
import type { testSso as contract } from '../own-contract.ts';

const WINDOW_MS = 60_000;
/** So that the portal is no tool for scanning networks. */
const TESTS_MAX = 20;

/**
 * Reads what an identity server declares about itself.
 *
 * @throws AppError PSY_INVALID_INPUT with what is wrong; AC_TOO_MANY_REQUESTS
 */
export async function testSso(
  { actor: { orgId }, services }: OrgContext,
  issuer: string,
): Promise<DataOf<typeof contract>> {
  if ((await services.state.count(`outside:sso-tests:${orgId}`, WINDOW_MS)) > TESTS_MAX)
    throw new AppError('AC_TOO_MANY_REQUESTS', { retryInMs: WINDOW_MS });
  try {
    const config = await discoverSso(services, { issuer, clientId: 'test', secret: 'test', loginClaim: '' });
    const server = config.serverMetadata();
    return {
      issuer: server.issuer,
      authorization_endpoint: server.authorization_endpoint ?? '',
      pkce: server.code_challenge_methods_supported?.includes('S256') ?? false,
      sign_out: server.end_session_endpoint !== undefined,
    };
  } catch (error) {
    if (error instanceof SsoFault) throw invalidWithMessage('/issuer', error.message);
    throw error;
  }
}
