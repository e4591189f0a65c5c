import { AppError } from '../../errors/app-error.ts';

/** Longest answer of a provider in bytes. */
const ANSWER_MAX = 256 * 1024;

export const providerAway = (name: string, cause?: unknown): AppError =>
  new AppError('PSY_UNAVAILABLE', { message: `${name}暂时没有响应，请稍后重试，或用密码登录`, cause });

/** The provider refuses the configured app: only the administrator who configured it can help. */
export const providerRefused = (name: string, cause: string): AppError =>
  new AppError('PSY_UNAVAILABLE', {
    message: `${name}登录的设置有误，请联系管理员，或用密码登录`,
    cause: new Error(cause),
  });

/** @throws Error beyond the limit; the rest of the body is not read then */
export async function readLimited(body: ReadableStream<Uint8Array> | null, limit = ANSWER_MAX): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length;
    if (size > limit) {
      await reader?.cancel();
      throw new Error(`the answer has more than ${limit} bytes`);
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}

/** An address with its query, as providers want it. */
export const withQuery = (address: string, query: Readonly<Record<string, string>>): string =>
  `${address}?${new URLSearchParams(query).toString()}`;

/** A JSON object of a provider. */
export type ProviderAnswer = Readonly<Record<string, unknown>>;

export const isAnswer = (value: unknown): value is ProviderAnswer =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Asks for a JSON object. Addresses carry secrets, so that no error names one.
 *
 * @param name Of the provider, for people
 * @param body Sent as JSON by `POST`; a `GET` without it
 * @throws AppError PSY_UNAVAILABLE when it does not answer in time, with too much, or with no JSON object
 */
export async function callProvider(
  { name, timeoutMs }: { name: string; timeoutMs: number },
  address: string,
  query: Readonly<Record<string, string>>,
  body?: Readonly<Record<string, string>>,
): Promise<ProviderAnswer> {
  try {
    const response = await fetch(withQuery(address, query), {
      redirect: 'error',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer: unknown = JSON.parse((await readLimited(response.body)).toString('utf8'));
    if (isAnswer(answer)) return answer;
    throw new Error(`an answer with status ${response.status} is no JSON object`);
  } catch (error) {
    throw providerAway(name, error instanceof SyntaxError ? new Error('the answer is no JSON') : error);
  }
}

/** A text of an answer; numbers count as texts. Empty where it is absent. */
export function textIn(answer: ProviderAnswer, key: string): string {
  const value = answer[key];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

const NAME_MAX = 64;
/** A display name, without what could disturb a page or a log. */
export const displayName = (text: string): string =>
  [...text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim()].slice(0, NAME_MAX).join('');
