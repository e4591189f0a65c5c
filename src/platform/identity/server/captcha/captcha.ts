import { randomBytes, randomInt } from 'node:crypto';
import { AppError } from '../../../errors/app-error.ts';
import type { SharedState } from '../../../state/server/shared-state.ts';
import type { Work } from '../../captcha-work.ts';
import { CAPTCHA_MS, accountKey } from '../../sign-in.ts';
import { newToken } from '../tokens.ts';
import { CHARACTERS } from './glyphs.ts';
import { drawPicture } from './picture.ts';
import { createWork, limitOf } from './work.ts';

export interface Captcha {
  session_id?: string | null;
  verification_code?: string | null;
}

/** A picture allows one attempt, so this also limits the attempts. */
const PICTURES_PER_SESSION = 20;

const LENGTH = 4;
const HOUR_MS = 60 * 60_000;

const openKey = (id: string) => `captcha:open:${id}`;
const picturesKey = (id: string) => `captcha:pictures:${id}`;
const answerKey = (id: string) => `captcha:answer:${id}`;
const workKey = (id: string) => `captcha:work:${id}`;
const workOfAddressKey = (address: string) => `captcha:work-of:${address}`;

/** Starts a captcha session that is valid for five minutes. */
export async function openCaptcha(state: SharedState): Promise<string> {
  const id = newToken(randomBytes);
  await state.set(openKey(id), '1', CAPTCHA_MS);
  return id;
}

/** @throws AppError PSY_NOT_FOUND when the session has expired, AC_TOO_MANY_REQUESTS after too many pictures and tasks */
async function requireOpen(state: SharedState, id: string): Promise<void> {
  if ((await state.get(openKey(id))) === undefined)
    throw new AppError('PSY_NOT_FOUND', { message: '图形验证码已过期，请重新获取' });
  if ((await state.count(picturesKey(id), CAPTCHA_MS)) > PICTURES_PER_SESSION)
    throw new AppError('AC_TOO_MANY_REQUESTS', { retryInMs: await state.left(picturesKey(id)) });
}

/**
 * Draws a new picture (PNG) for a session and replaces its previous answer.
 *
 * @throws AppError PSY_NOT_FOUND when the session has expired, AC_TOO_MANY_REQUESTS after too many pictures
 */
export async function drawCaptcha(state: SharedState, id: string): Promise<Buffer> {
  await requireOpen(state, id);
  const text = Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  await state.set(answerKey(id), accountKey(text), CAPTCHA_MS);
  return drawPicture(text);
}

/**
 * A task for people who cannot see the picture: their browser computes for some seconds, and its answer takes the place
 * of the code. An address that asks for many gets longer ones.
 *
 * @throws AppError PSY_NOT_FOUND when the session has expired, AC_TOO_MANY_REQUESTS after too many tasks
 */
export async function giveWork(state: SharedState, id: string, address: string): Promise<Work> {
  await requireOpen(state, id);
  const { work, answer } = await createWork(limitOf(await state.count(workOfAddressKey(address), HOUR_MS)));
  await state.set(workKey(id), answer, CAPTCHA_MS);
  return work;
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

/** Compares with the session's last picture and task; the first attempt consumes both answers, right or wrong. */
async function solveCaptcha(state: SharedState, id: string, typed: string): Promise<boolean> {
  const answers = [await state.take(answerKey(id)), await state.take(workKey(id))];
  return answers.includes(accountKey(typed));
}
