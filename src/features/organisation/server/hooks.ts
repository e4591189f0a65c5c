import { schoolRows } from '../../../platform/access/server/queries/school-rows.ts';
import type { ResourceHooks } from '../../../platform/resources/server/hooks.ts';

/** Schools of an institution are read-only for it. */
export const schoolHooks: ResourceHooks = { table: schoolRows };
