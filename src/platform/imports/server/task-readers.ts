import type { OrgContext } from '../../context/server/context.ts';
import type { AsyncTask } from '../contract.ts';
import { importById, type ImportStatus } from './queries/imports.ts';
import { actsOf, progressOf, withoutDead } from './state.ts';

declare module '../../feature/server/feature.ts' {
  interface ServerFeature {
    /** Reads the progress of the feature's background work for `GET /v1/portal/async/tasks/:id`. */
    taskReader?: TaskReader;
  }
}

declare module '../../context/server/services.ts' {
  interface Services {
    /** One for each kind of background work. */
    taskReaders: readonly TaskReader[];
  }
}

/** The progress of one kind of the caller's background work; undefined where the id is not of this kind. */
export type TaskReader = (ctx: OrgContext, id: string) => Promise<AsyncTask | undefined>;

/** `export_status` of each import status (`api.md`, codes with fixed numbers). */
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

/** An import of the caller. */
export const readImportTask: TaskReader = async (ctx, id) => {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock, db },
  } = ctx;
  const [[stored]] = await db.read({ orgId, userId: null }, [importById(orgId, id)]);
  if (stored?.user_id !== userId) return undefined;
  const facts = withoutDead(ctx, stored);
  const { import_id, status, problem } = facts;
  const waits = status === 'stopped' && actsOf(facts, clock.now()).undo;
  return {
    task_id: import_id,
    type: 'import',
    status: waits ? 1 : TASK[status],
    progress: progressOf(facts),
    ...(problem !== null && { message: problem }),
  };
};
