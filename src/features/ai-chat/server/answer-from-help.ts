import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import type { Message } from '../contract.ts';
import { addMessage, lockConversation, logQuestion, presentMessage } from './conversations.ts';
import { requireRoom, requireText } from './prepare-question.ts';
import * as store from './queries/conversations.ts';

/**
 * Keeps a question with the help articles that answer it. Nothing leaves the server.
 *
 * @returns the two messages
 * @throws AppError PSY_NOT_FOUND, PSY_INVALID_INPUT, PSY_CONFLICT
 */
export async function answerFromHelp(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  { text, articles }: { text: string; articles: readonly string[] },
): Promise<Message[]> {
  const { orgId } = ctx.actor;
  const question = requireText(text);
  await lockConversation(ctx, tx, id);
  await requireRoom(ctx, tx, id);
  await addMessage(ctx, tx, id, { by: 'person', text: question, state: 'whole' });
  await addMessage(ctx, tx, id, { by: 'help', text: articles.join(' '), state: 'whole' });
  await logQuestion(ctx, tx, id, question, 0);
  const ring = await ctx.services.keys.within(tx).ring(orgId);
  return (await tx.run(store.messagesOf(orgId, id))).slice(-2).map((message) => presentMessage(ring, message));
}
