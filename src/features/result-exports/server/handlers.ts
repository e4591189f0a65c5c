import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { requesterOf } from '../../../platform/jobs/server/requester.ts';
import * as contract from '../contract.ts';
import { exportFhir } from './export-fhir.ts';
import { exportResults } from './export-results.ts';

/** Results that leave the house as data. */
export const resultExportHandlers: readonly Implementation[] = [
  implement(contract.exportResults, async (ctx, { params, body }) => {
    const requester = await requesterOf(ctx);
    return ctx.transaction((tx) => exportResults(ctx, tx, requester, { examId: params.id, format: body.format }));
  }),
  implement(contract.exportFhir, async (ctx, { params, body }) => {
    const requester = await requesterOf(ctx);
    return ctx.transaction((tx) => exportFhir(ctx, tx, requester, { id: params.id, ...body }));
  }),
];
