import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { texts } from '../../../platform/i18n/web/texts.ts';
import type { ProviderName } from '../../../platform/outside-identity/provider.ts';
import { startSession } from '../../../platform/session/web/sign-in.ts';
import { bindThird, corporateSignIn, thirdSignIn } from '../contract.ts';
import { trip } from './trip.ts';

interface Came {
  code: string;
  state: string;
  iss?: string | undefined;
}

/** What the browser lacks when it did not go out, as the server would say it. */
const notFromHere = () =>
  new ApiError({ status: 400, code: 'AC_THIRD_STATE_INVALID', message: texts.t('third.notFromHere') });

/**
 * Ends an attempt: a sign-in, or the binding that the account settings began.
 *
 * @returns `unbound` where the identity has no account; the trip is kept for the binding then
 * @throws ApiError
 */
export async function comeBack(
  provider: ProviderName,
  { code, state, iss }: Came,
): Promise<'signed-in' | 'bound' | 'unbound'> {
  const going = trip.get();
  if (going?.provider !== provider || going.purpose === 'authorise') throw notFromHere();
  const { suite_id } = going;
  const came = { state, browser: going.secret };
  if (going.purpose === 'bind' && provider !== 'sso') {
    trip.clear();
    await call(bindThird, { body: { plat_source: provider, code, ...came } }, { quiet: true });
    return 'bound';
  }
  try {
    const pair =
      provider === 'wwork'
        ? await call(corporateSignIn, { query: { code, ...(suite_id && { suite_id }) }, body: came }, { quiet: true })
        : await call(
            thirdSignIn,
            { body: { plat_source: provider, code, ...came, ...(iss !== undefined && { iss }) } },
            { quiet: true },
          );
    trip.clear();
    await startSession(pair, provider, suite_id);
    return 'signed-in';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'AC_THIRD_ACCOUNT_NOT_EXIST') return 'unbound';
    trip.clear();
    throw error;
  }
}
