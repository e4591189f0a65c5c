import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import { removeStrays } from '../../../../platform/media/server/strays.ts';
import * as contract from '../../contract/tasks.ts';
import { requireOrganisation } from '../require-organisation.ts';
import { deletePackage, packageFile } from '../tasks/packages.ts';
import { readTask, readTasks, storedTask } from '../tasks/read-tasks.ts';
import { startExport } from '../tasks/start-export.ts';

export const taskHandlers: readonly Implementation[] = [
  implement(contract.tasks, (ctx, { query }) => readTasks(ctx, query)),
  implement(contract.exportOrganisation, async (ctx, { params, body }) => {
    await requireOrganisation(ctx.services, params.id);
    return readTask(ctx, await startExport(ctx, params.id, body.reason.trim()));
  }),
  implement(contract.packageFile, (ctx, { params }) => packageFile(ctx, params.id)),
  implement(contract.deletePackage, async (ctx, { params }) => {
    const task = await storedTask(ctx, params.id);
    const left = await ctx.transaction((tx) => deletePackage(ctx, tx, task));
    await removeStrays(ctx.services, PLATFORM_ORG, left);
    return { ok: true } as const;
  }),
];
