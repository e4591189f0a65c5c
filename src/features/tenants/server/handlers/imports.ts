import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import { requesterOf } from '../../../../platform/jobs/server/requester.ts';
import { removeStrays } from '../../../../platform/media/server/strays.ts';
import * as contract from '../../contract/imports.ts';
import { beginImport, ownImport, replacePart, requirePart } from '../tasks/begin-import.ts';
import { confirmImport, previewOf, sealedKey, startCheck } from '../tasks/confirm-import.ts';
import { storePart } from '../tasks/parts-of-file.ts';
import { readTask, storedTask } from '../tasks/read-tasks.ts';

export const importHandlers: readonly Implementation[] = [
  implement(contract.beginImport, async (ctx, { body: { file_name, size, reason } }) =>
    readTask(
      ctx,
      await ctx.transaction((tx) => beginImport(ctx, tx, { fileName: file_name, size, reason: reason.trim() })),
    ),
  ),
  implement(contract.uploadPart, async (ctx, { params, body }) => {
    const task = await ownImport(ctx, params.id);
    const part = Number(params.part);
    requirePart(task, part, body);
    let left: string[] = [];
    await storePart(ctx.services, { taskId: task.task_id, part, bytes: body }, (insert) =>
      ctx.transaction(async (tx) => {
        left = await replacePart(ctx, tx, task, part);
        await insert(tx);
      }),
    );
    await removeStrays(ctx.services, PLATFORM_ORG, left);
    return { ok: true } as const;
  }),
  implement(contract.checkPackage, async (ctx, { params, body }) => {
    const task = await ownImport(ctx, params.id);
    const sealed = await sealedKey(ctx, params.id, body.key);
    const requester = await requesterOf(ctx);
    await ctx.transaction((tx) => startCheck(ctx, tx, task, { sealed, requester }));
    return readTask(ctx, params.id);
  }),
  implement(contract.packagePreview, async (ctx, { params }) => previewOf(await storedTask(ctx, params.id))),
  implement(contract.confirmImport, async (ctx, { params, body }) => {
    const task = await ownImport(ctx, params.id);
    const requester = await requesterOf(ctx);
    await ctx.transaction((tx) => confirmImport(ctx, tx, task, { renamesTaken: body.rename_taken, requester }));
    return readTask(ctx, params.id);
  }),
];
