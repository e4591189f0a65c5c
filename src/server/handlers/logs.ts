import * as contract from '../../shared/contract/logs.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { implement, type Implementation } from '../context.ts';
import { changesIn } from '../resources/logs.ts';

/** What the operation log has beside the calls of every resource. */
export const logsHandlers: readonly Implementation[] = [
  implement(contract.logChanges, async (call, { params }) => {
    const items = (await changesIn(call, [params.id])).get(params.id);
    if (!items) throw new AppError('PSY_NOT_FOUND');
    return { items };
  }),
];
