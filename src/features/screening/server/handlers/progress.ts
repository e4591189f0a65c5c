import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../../platform/contract/common.ts';
import * as contract from '../../contract/progress.ts';
import { listDuty } from '../progress/list-duty.ts';
import { listProgress } from '../progress/list-progress.ts';

export const progressHandlers: readonly Implementation[] = [
  implement(contract.progressList, (ctx, { query: { page = 1, size = PAGE_SIZE_DEFAULT } }) =>
    listProgress(ctx, page, size),
  ),
  implement(contract.dutyChoices, (ctx) => listDuty(ctx)),
];
