import * as contract from '../../shared/contract/classes.ts';
import { BATCH_MAX } from '../../shared/contract/resource.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { implement, type Implementation } from '../context.ts';
import { classHooks } from '../resources/classes.ts';
import { createRows, deleteRowsById } from '../resources/writing.ts';

/** The calls that classes have beside those of every resource. */
export const classesHandlers: readonly Implementation[] = [
  implement(contract.batchCreateClasses, async (call, { body }) => {
    const items = await createRows(call, 'class', classHooks, body.items, true);
    return { total: items.length, items };
  }),
  implement(contract.batchDeleteClasses, (call, { params }) => {
    const ids = [...new Set(params.ids.split(','))];
    if (ids.length > BATCH_MAX) throw new AppError('PSY_INVALID_INPUT', { details: [{ field: '/ids', message: `一次最多 ${BATCH_MAX} 项` }] });
    return deleteRowsById(call, 'class', classHooks, ids, false);
  }),
];
