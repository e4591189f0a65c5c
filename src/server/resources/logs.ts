import { logRows } from '../store/log-rows.ts';
import type { ResourceHooks } from './hooks.ts';

/** The operation log is only read: its schema offers no act that writes, and the database lets nobody change an entry. */
export const logHooks: ResourceHooks = { table: logRows };
