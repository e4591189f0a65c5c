import { randomBytes } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import type { SharedState } from '../../state/server/shared-state.ts';
import { CAPTCHA_MS, accountKey } from '../sign-in.ts';
import type { Captcha } from './sms-codes.ts';
import { newToken } from './tokens.ts';

/** A picture allows one try, so this bounds the tries too. */
const PICTURES_PER_SESSION = 20;

/** No letters and digits that look alike. */
const CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const openKey = (id: string) => `captcha:open:${id}`;
const picturesKey = (id: string) => `captcha:pictures:${id}`;
const answerKey = (id: string) => `captcha:answer:${id}`;

/** Starts a captcha session, good for five minutes. */
export async function openCaptcha(state: SharedState): Promise<string> {
  const id = newToken(randomBytes);
  await state.set(openKey(id), '1', CAPTCHA_MS);
  return id;
}

/**
 * Draws a new picture (SVG) for a session; the answer lies in the shared state only, and the one before is void.
 *
 * @throws AppError PSY_NOT_FOUND where the session is over, AC_TOO_MANY_REQUESTS where it had too many pictures
 */
export async function drawCaptcha(state: SharedState, id: string): Promise<string> {
  if ((await state.get(openKey(id))) === undefined)
    throw new AppError('PSY_NOT_FOUND', { message: '图形验证码已过期，请重新获取' });
  if ((await state.count(picturesKey(id), CAPTCHA_MS)) > PICTURES_PER_SESSION)
    throw new AppError('AC_TOO_MANY_REQUESTS', { retryInMs: await state.left(picturesKey(id)) });
  // Its font takes a while to load, and most people never see a picture.
  const { default: svgCaptcha } = await import('svg-captcha');
  const { text, data } = svgCaptcha.create({
    size: 4,
    charPreset: CHARACTERS,
    noise: 2,
    width: 120,
    height: 40,
    fontSize: 44,
  });
  await state.set(answerKey(id), accountKey(text), CAPTCHA_MS);
  return data;
}

/**
 * Whether a captcha came along and is right; clients may name an empty session where they have none.
 *
 * @throws AppError AC_IDENTIFY_CODE_REQUIRED where it is empty, AC_IDENTIFY_CODE_WRONG where it is not what the picture
 *   shows
 */
export async function captchaSolved(state: SharedState, { session_id, verification_code }: Captcha): Promise<boolean> {
  if (!session_id) return false;
  if (!verification_code?.trim()) throw new AppError('AC_IDENTIFY_CODE_REQUIRED');
  if (!(await solveCaptcha(state, session_id, verification_code))) throw new AppError('AC_IDENTIFY_CODE_WRONG');
  return true;
}

/** Whether this is what the session's last picture shows; an answer is taken back by the first try, right or wrong. */
async function solveCaptcha(state: SharedState, id: string, typed: string): Promise<boolean> {
  const answer = await state.take(answerKey(id));
  return answer !== undefined && answer === accountKey(typed);
}
