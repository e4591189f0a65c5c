import { implement, type Implementation } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';
import * as contract from '../contract.ts';

/** Progress of the caller's own background work of any kind, by its id. */
export const importsHandlers: readonly Implementation[] = [
  implement(contract.asyncTask, async (ctx, { params }) => {
    for (const read of ctx.services.taskReaders) {
      const task = await read(ctx, params.id);
      if (task) return task;
    }
    throw new AppError('PSY_NOT_FOUND');
  }),
];
