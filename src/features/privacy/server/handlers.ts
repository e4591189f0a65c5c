import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { eraseRecord, previewErasure } from './erase-record.ts';
import { exportRecord } from './export-record.ts';

/** Requests of guardians, and erasure after the retention period. */
export const privacyHandlers: readonly Implementation[] = [
  implement(contract.exportRecord, (ctx, { params, body }) => exportRecord(ctx, params.id, body.reason)),
  implement(contract.previewErasure, (ctx, { params }) => previewErasure(ctx, params.id)),
  implement(contract.eraseRecord, (ctx, { params, body }) => eraseRecord(ctx, params.id, body)),
];
