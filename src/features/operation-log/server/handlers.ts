import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import * as contract from '../contract.ts';
import { changesIn } from './hooks.ts';

/** Endpoints of the audit log besides the generic resource endpoints. */
export const logsHandlers: readonly Implementation[] = [
  implement(contract.logChanges, async (ctx, { params }) => {
    const items = (await changesIn(ctx, [params.id])).get(params.id);
    if (!items) throw new AppError('PSY_NOT_FOUND');
    return { items };
  }),
];
