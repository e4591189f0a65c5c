import { implement, type Implementation } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';
import * as contract from '../contract.ts';

/** Progress of background work by its id, whatever kind of work it is; everyone's own. */
export const importsHandlers: readonly Implementation[] = [
  implement(contract.asyncTask, async (ctx, { params }) => {
    for (const read of ctx.services.taskReaders) {
      const task = await read(ctx, params.id);
      if (task) return task;
    }
    throw new AppError('PSY_NOT_FOUND');
  }),
];
