import { schoolRows } from '../../../platform/access/server/queries/school-rows.ts';
import type { ResourceHooks } from '../../../platform/resources/server/hooks.ts';

/** An institution's schools are only read; what they are is not the institution's to change. */
export const schoolHooks: ResourceHooks = { table: schoolRows };
