import type { RowChore } from '../../../../platform/jobs/server/kinds.ts';
import { climbDue, ESCALATION, MESSAGES } from './climb.ts';
import { takeDueMessages } from './messages.ts';

/** Steps of escalations whose time has come. */
export const escalationChore: RowChore = {
  name: ESCALATION,
  perform: async (tx, services, orgId) => ({ next: await climbDue(tx, services, orgId) }),
};

/** Short messages of escalations: taken in the transaction, sent after it. */
export const messagesChore: RowChore = { name: MESSAGES, perform: takeDueMessages };
