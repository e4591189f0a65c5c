import { schoolRows } from '../store/school-rows.ts';
import type { ResourceHooks } from './hooks.ts';

/** An institution's schools are only read; what they are is not the institution's to change. */
export const schoolHooks: ResourceHooks = { table: schoolRows };
