import type { ServerFeature } from '../../../platform/feature/server/feature.ts';
import * as contract from '../contract.ts';
import { clearingOfNotices } from './clear-notices.ts';
import { noticesHandlers } from './handlers.ts';
import { notifyOfMove } from './notify-of-move.ts';
import { retractAll } from './notify.ts';
import { remindersChore } from './schedule-reminders.ts';

export const notices: ServerFeature = {
  name: 'notices',
  contract: [contract],
  handlers: noticesHandlers,
  jobs: [clearingOfNotices, remindersChore],
  moved: notifyOfMove,
  deleted: (tx, { actor }, { schema, ids }) => retractAll(tx, actor.orgId, `row:${schema.$id}`, ids),
};
