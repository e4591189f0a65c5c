import { randomBytes } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import type { SharedState } from '../../state/server/shared-state.ts';
import { CAPTCHA_MS, accountKey } from '../sign-in.ts';
import { newToken } from './tokens.ts';

export interface Captcha {
  session_id?: string | null;
  verification_code?: string | null;
}

/** A picture allows one attempt, so this also limits the attempts. */
const PICTURES_PER_SESSION = 20;

/** Letters and digits that cannot be confused. */
const CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const openKey = (id: string) => `captcha:open:${id}`;
const picturesKey = (id: string) => `captcha:pictures:${id}`;
const answerKey = (id: string) => `captcha:answer:${id}`;

/** Starts a captcha session that is valid for five minutes. */
export async function openCaptcha(state: SharedState): Promise<string> {
  const id = newToken(randomBytes);
  await state.set(openKey(id), '1', CAPTCHA_MS);
  return id;
}

/**
 * Draws a new picture (SVG) for a session and replaces its previous answer.
 *
 * @throws AppError PSY_NOT_FOUND when the session has expired, AC_TOO_MANY_REQUESTS after too many pictures
 */
export async function drawCaptcha(state: SharedState, id: string): Promise<string> {
  if ((await state.get(openKey(id))) === undefined)
    throw new AppError('PSY_NOT_FOUND', { message: '图形验证码已过期，请重新获取' });
  if ((await state.count(picturesKey(id), CAPTCHA_MS)) > PICTURES_PER_SESSION)
    throw new AppError('AC_TOO_MANY_REQUESTS', { retryInMs: await state.left(picturesKey(id)) });
  // Loaded on demand: its font loads slowly and most users never see a picture.
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
 * Whether the request contains a solved captcha. Clients without one may send an empty session id.
 *
 * @throws AppError AC_IDENTIFY_CODE_REQUIRED when the code is empty, AC_IDENTIFY_CODE_WRONG when it is wrong
 */
export async function captchaSolved(state: SharedState, { session_id, verification_code }: Captcha): Promise<boolean> {
  if (!session_id) return false;
  if (!verification_code?.trim()) throw new AppError('AC_IDENTIFY_CODE_REQUIRED');
  if (!(await solveCaptcha(state, session_id, verification_code))) throw new AppError('AC_IDENTIFY_CODE_WRONG');
  return true;
}

/** Compares with the session's last picture; the first attempt consumes the answer, right or wrong. */
async function solveCaptcha(state: SharedState, id: string, typed: string): Promise<boolean> {
  const answer = await state.take(answerKey(id));
  return answer !== undefined && answer === accountKey(typed);
}
