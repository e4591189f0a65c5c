import { exportTask } from '../../../features/exports/server/tasks.ts';
import { implement, type Implementation } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';
import * as contract from '../contract.ts';
import { importById, type ImportStatus } from './queries/imports.ts';
import { actsOf, progressOf, withoutDead } from './state.ts';

/** `export_status` of what an import does now (`api.md`, codes with fixed numbers). */
const TASK: Readonly<Record<ImportStatus, number>> = {
  reading: 0,
  writing: 0,
  undoing: 0,
  ready: 1,
  done: 1,
  undone: 1,
  cancelled: 2,
  refused: -1,
  stopped: -1,
};

/** Long work by its id; each person's own. */
export const importsHandlers: readonly Implementation[] = [
  implement(contract.asyncTask, async (ctx, { params }) => {
    const {
      actor: { orgId },
      caller: { userId },
      services: { clock, db },
    } = ctx;
    const [[stored]] = await db.read({ orgId, userId: null }, [importById(orgId, params.id)]);
    if (stored?.user_id !== userId) {
      const packing = await exportTask(ctx, params.id);
      if (!packing) throw new AppError('PSY_NOT_FOUND');
      return packing;
    }
    const facts = await withoutDead(ctx, stored);
    const { import_id, status, problem } = facts;
    const waits = status === 'stopped' && actsOf(facts, clock.now()).undo;
    return {
      task_id: import_id,
      type: 'import',
      status: waits ? 1 : TASK[status],
      progress: progressOf(facts),
      ...(problem !== null && { message: problem }),
    };
  }),
];
