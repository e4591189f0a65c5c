import { createDecipheriv, createHmac } from 'node:crypto';
import type { BodyOf } from '../../../../platform/contract/endpoint.ts';
import { isInstant } from '../../../../platform/schema/days.ts';
import { isObject } from '../../../../platform/schema/json.ts';
import { ANSWERS_MAX, type putAnswers } from '../../contract/sheets.ts';
import { boundTo, NONCE_LENGTH, RESCUE_KEY, TAG_LENGTH, type RescueFile } from '../../rules/rescue-file.ts';

type Saved = BodyOf<typeof putAnswers>['answers'][number] & { answered_at: string };
interface Content {
  device_id: string;
  answers: Saved[];
}
const DEVICE = /^[A-Za-z0-9_.:-]{1,64}$/;

/**
 * Decrypts a rescue file with the key of its sheet.
 *
 * @param draftKey Key of the drafts of the sheet, base64url
 * @returns undefined where the file was altered or is not complete
 */
export function openRescueFile(draftKey: string, file: RescueFile): Content | undefined {
  const bytes = Buffer.from(file.sealed, 'base64url');
  if (bytes.length < NONCE_LENGTH + TAG_LENGTH) return undefined;
  const key = createHmac('sha256', Buffer.from(draftKey, 'base64url')).update(RESCUE_KEY).digest();
  const decipher = createDecipheriv('chacha20-poly1305', key, bytes.subarray(0, NONCE_LENGTH), {
    authTagLength: TAG_LENGTH,
  });
  const sealed = bytes.subarray(NONCE_LENGTH, -TAG_LENGTH);
  decipher.setAAD(Buffer.from(boundTo(file)), { plaintextLength: sealed.length });
  decipher.setAuthTag(bytes.subarray(-TAG_LENGTH));
  try {
    const text = Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
    return contentOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The holder of the key may have written anything. */
function contentOf(content: unknown): Content | undefined {
  if (!isObject(content)) return undefined;
  const { device_id, answers } = content;
  if (typeof device_id !== 'string' || !DEVICE.test(device_id)) return undefined;
  if (!Array.isArray(answers) || answers.length === 0 || answers.length > ANSWERS_MAX) return undefined;
  const read = answers.flatMap((answer) => answerOf(answer));
  return read.length === answers.length ? { device_id, answers: read } : undefined;
}

function answerOf(answer: unknown): Saved[] {
  if (!isObject(answer)) return [];
  const { scale_id, item_id, value, answered_at, seq } = answer;
  const isWhole = typeof seq === 'number' && Number.isSafeInteger(seq) && seq >= 0;
  if (typeof scale_id !== 'string' || typeof item_id !== 'string' || typeof answered_at !== 'string') return [];
  return isWhole && isInstant(answered_at) ? [{ scale_id, item_id, value, answered_at, seq }] : [];
}
