import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import { listRuns } from './list-runs.ts';
import { tryRun } from './try-run.ts';

export const automationHandlers: readonly Implementation[] = [
  implement(contract.automationRuns, (ctx, { params, query }) => listRuns(ctx, params.entity, query)),
  implement(contract.automationTest, (ctx, { params, body }) => tryRun(ctx, params.entity, body)),
];
