import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { sessionStore } from '../../../../platform/http/web/portal.ts';
import { readSheet } from '../../contract/sheets.ts';
import { GRACE_MS } from '../../rules/status.ts';
import { sendAnswers } from '../sheet/use-answers.ts';
import { theDatabase, type Database } from './database.ts';
import { deviceId } from './device.ts';
import { createSender } from './sender.ts';
import { openUnsent } from './unsent.ts';

/** Sheets that take no more answers. */
const OVER = ['submitted', 'scored', 'closed'];

interface Sending {
  userId: string;
  /** Also from sheets that the person goes on with on another device. */
  take: boolean;
  /** Called when the server asks to offer help. */
  onOffer: () => void;
}

/** @returns answers that are left */
async function sendSheet(
  database: Database,
  { userId, take, onOffer }: Sending,
  sheetId: string,
  count: number,
): Promise<number> {
  const isOwner = () => sessionStore.session()?.user_id === userId;
  if (!isOwner()) return count;
  let sheet;
  try {
    const query = { device_id: deviceId(), ...(take && { take }) };
    sheet = await call(readSheet, { params: { id: sheetId }, query }, { quiet: true, noPrompt: true });
  } catch (error) {
    if (error instanceof ApiError) return count;
    throw error;
  }
  const until = Date.parse(sheet.ends_at) + GRACE_MS;
  const unsent = await openUnsent(database, sheet.draft_key, { userId, sheetId, until });
  if (OVER.includes(sheet.status)) await unsent.clear();
  const sender = createSender({ unsent, send: sendAnswers(sheetId, onOffer), isOwner });
  await sender.flush();
  sender.close();
  return unsent.list().length;
}

/**
 * Sends the answers that a person left on this device, after a sign-in. Never those of another person.
 *
 * @returns Answers that are left
 */
export async function sendKept(
  sending: Sending,
  opened: Promise<Database | undefined> = theDatabase(),
): Promise<number> {
  const database = await opened;
  if (!database) return 0;
  let left = 0;
  try {
    await database.forget(Date.now());
    for (const [sheetId, count] of await database.sheetsOf(sending.userId))
      left += await sendSheet(database, sending, sheetId, count);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The browser took the database away.
  }
  return left;
}
