import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { BATCH_MAX } from '../../../platform/resources/contract/resource.ts';
import { createRows, deleteRowsById } from '../../../platform/resources/server/write-rows.ts';
import * as contract from '../contract.ts';
import { classHooks } from './hooks/classes.ts';
import { readClassTree, readEduStructures } from './read-classes.ts';

/** Endpoints of classes besides the generic resource endpoints. */
export const classesHandlers: readonly Implementation[] = [
  implement(contract.eduStructures, (ctx) => readEduStructures(ctx)),
  implement(contract.classesTree, (ctx, { query }) => readClassTree(ctx, query)),
  implement(contract.batchCreateClasses, async (ctx, { body }) => {
    const items = await createRows(ctx, 'class', classHooks, body.items, true);
    return { total: items.length, items };
  }),
  implement(contract.batchDeleteClasses, (ctx, { params }) => {
    const ids = [...new Set(params.ids.split(','))];
    if (ids.length > BATCH_MAX) throw invalid('/ids', `一次最多 ${BATCH_MAX} 项`);
    return deleteRowsById(ctx, 'class', classHooks, ids, false);
  }),
];
