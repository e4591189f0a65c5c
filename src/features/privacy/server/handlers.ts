import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { requesterOf } from '../../../platform/jobs/server/requester.ts';
import * as contract from '../contract.ts';
import { eraseRecord, previewErasure } from './erase-record.ts';
import { exportRecord } from './export-record.ts';

/** Requests of guardians, and erasure after the retention period. */
export const privacyHandlers: readonly Implementation[] = [
  implement(contract.exportRecord, async (ctx, { params, body }) => {
    const requester = await requesterOf(ctx);
    return ctx.transaction((tx) => exportRecord(ctx, tx, requester, params.id, body.reason));
  }),
  implement(contract.previewErasure, (ctx, { params }) => previewErasure(ctx, params.id)),
  implement(contract.eraseRecord, (ctx, { params, body }) =>
    ctx.transaction((tx) => eraseRecord(ctx, tx, params.id, body)),
  ),
];
