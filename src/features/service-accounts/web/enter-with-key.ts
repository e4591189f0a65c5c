import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { sessionStore } from '../../../platform/http/web/portal.ts';
import { userInfo, type UserInfo } from '../../../platform/identity/contract.ts';
import { startSession } from '../../../platform/session/web/sign-in.ts';
import { signOut } from '../../../platform/session/web/sign-out.ts';
import { exchangeSignInToken, lookAtSignInToken } from '../sign-in-token-contract.ts';

export type Holder = DataOf<typeof lookAtSignInToken>;

/** Who is signed in in this browser. Nobody where the stored session has ended. @throws ApiError without an answer */
export async function signedInHere(): Promise<UserInfo | undefined> {
  if (sessionStore.session() === undefined) return undefined;
  try {
    return await call(userInfo, {}, { quiet: true, noPrompt: true });
  } catch (error) {
    if (error instanceof ApiError && !error.isUnreachable) return undefined;
    throw error;
  }
}

/** Whose key it is; the key stays usable. @throws ApiError */
export const holderOf = (key: string): Promise<Holder> =>
  call(lookAtSignInToken, { body: { token_key: key } }, { quiet: true });

/** Signs in with a key, in place of the current user. A refused key ends no session. @throws ApiError */
export async function enterWithKey(key: string, current: UserInfo | undefined): Promise<void> {
  const pair = await call(exchangeSignInToken, { body: { token_key: key } }, { quiet: true });
  if (current !== undefined) await signOut();
  await startSession(pair, 'token');
}
