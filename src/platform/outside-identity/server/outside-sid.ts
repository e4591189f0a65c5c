import { tokenHash } from '../../identity/server/tokens.ts';

/** By which a session is found that began with a session at the identity server of an organisation. */
export const outsideSid = (orgId: string, issuer: string, sid: string): string =>
  tokenHash([orgId, issuer, sid].join('\n'));
