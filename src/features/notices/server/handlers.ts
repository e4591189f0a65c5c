import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { idBefore } from '../../../platform/db/server/ids.ts';
import * as contract from '../contract.ts';
import { listNotices, missedNotices, readNotices } from './notices.ts';

/** As long as a transaction may take: what was made before an id may have been committed after it. */
const OVERLAP_MS = 60_000;
/** Of what was missed; the list has the rest. */
const MISSED_MAX = 50;

const done = { ok: true } as const;

/** What people are told, each their own. */
export const noticesHandlers: readonly Implementation[] = [
  implement(contract.notices, (call, { query }) => listNotices(call, query)),
  implement(contract.readNotice, async (call, { params }) => {
    await readNotices(call, params.id);
    return done;
  }),
  implement(contract.readAllNotices, async (call) => {
    await readNotices(call);
    return done;
  }),
  implement(contract.noticeStream, (call) =>
    call.services.push.open(call, async () => {
      const from = call.lastEventId === undefined ? undefined : idBefore(call.lastEventId, OVERLAP_MS);
      return from === undefined
        ? []
        : (await missedNotices(call, from, MISSED_MAX)).filter(({ notice_id }) => notice_id !== call.lastEventId);
    }),
  ),
];
