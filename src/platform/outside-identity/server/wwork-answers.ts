import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { providerRefused, textIn, type ProviderAnswer } from './call-provider.ts';

export const WWORK = '企业微信';
/** `errcode` of a code that is wrong, used or expired (WeCom, global return codes). */
const BAD_CODES: ReadonlySet<string> = new Set(['40029', '40078', '42003', '41008']);
/** The provider's own lifetime minus this, so that nothing is used in its last minutes. */
const MARGIN_S = 300;

/**
 * An answer that reports success.
 *
 * @throws AppError AC_THIRD_CODE_INVALID for a bad code; PSY_UNAVAILABLE for every other refusal
 */
export function succeeded(answer: ProviderAnswer): ProviderAnswer {
  const code = textIn(answer, 'errcode');
  if (code === '0') return answer;
  if (BAD_CODES.has(code)) throw new AppError('AC_THIRD_CODE_INVALID');
  throw providerRefused(WWORK, `errcode ${code}`);
}

/** A field of an answer that must be there. @throws AppError PSY_UNAVAILABLE */
export function required(answer: ProviderAnswer, field: string): string {
  const value = textIn(answer, field);
  if (value === '') throw providerRefused(WWORK, `no ${field}`);
  return value;
}

/**
 * A value that the provider gives for a time, encrypted in the state that all processes share, until shortly before it
 * expires.
 */
export async function keptValue(
  { state, cipher }: Pick<Services, 'state' | 'cipher'>,
  key: string,
  field: string,
  fetch: () => Promise<ProviderAnswer>,
): Promise<string> {
  const held = await state.get(key);
  if (held !== undefined) return cipher.decrypt(key, held);
  const answer = succeeded(await fetch());
  const value = required(answer, field);
  const seconds = Number(answer['expires_in']) - MARGIN_S;
  if (seconds > 0) await state.set(key, cipher.encrypt(key, value), seconds * 1000);
  return value;
}

/**
 * A call with a kept token, repeated once with a new one where the token is refused.
 *
 * @param stale `errcode` of a token that is wrong or expired
 * @throws AppError AC_THIRD_CODE_INVALID, PSY_UNAVAILABLE
 */
export async function withToken(
  stale: ReadonlySet<string>,
  token: { get: () => Promise<string>; forget: () => Promise<void> },
  call: (token: string) => Promise<ProviderAnswer>,
): Promise<ProviderAnswer> {
  const answer = await call(await token.get());
  if (!stale.has(textIn(answer, 'errcode'))) return succeeded(answer);
  await token.forget();
  return succeeded(await call(await token.get()));
}
