import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { exportFile } from '../../exports/server/tasks.ts';
import * as contract from '../contract.ts';
import { eraseRecord, previewErasure } from './erase.ts';
import { exportRecord } from './record.ts';

/** What guardians may ask for, and what ends with the years of retention. */
export const privacyHandlers: readonly Implementation[] = [
  implement(contract.exportRecord, (call, { params, body }) => exportRecord(call, params.id, body.reason)),
  implement(contract.recordFile, (call, { params }) => exportFile(call, params.id, true)),
  implement(contract.previewErasure, (call, { params }) => previewErasure(call, params.id)),
  implement(contract.eraseRecord, (call, { params, body }) => eraseRecord(call, params.id, body)),
];
