import type { RowChore } from '../../../../platform/jobs/server/kinds.ts';
import { escalateDue, ESCALATION, MESSAGES } from './escalate.ts';
import { takeDueMessages } from './send-messages.ts';

/** Performs due escalation steps. */
export const escalationChore: RowChore = {
  name: ESCALATION,
  perform: async (tx, services, orgId) => ({ next: await escalateDue(tx, services, orgId) }),
};

/** Sends short messages of escalations; claimed in the transaction, sent after its commit. */
export const messagesChore: RowChore = { name: MESSAGES, perform: takeDueMessages };
