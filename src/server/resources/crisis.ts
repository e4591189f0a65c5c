import { codesOf } from '../../shared/rules/labels.ts';
import { requireSources } from '../commands/crisis/read-warnings.ts';
import { caseRows } from '../store/crisis-cases.ts';
import { warnRows } from '../store/warns.ts';
import type { ResourceHooks } from './hooks.ts';

const SOURCES = [...codesOf('warn_source')].map(Number);

/** Warnings stand on a page for each source, whose rights and protection hold for the list too. */
export const warnHooks: ResourceHooks = {
  table: warnRows,
  async admit(call, { filters }) {
    const asked = filters.flatMap((filter) => (filter.field === 'source' && filter.match === 'equals' ? Number(filter.value) : []));
    await requireSources(call, asked.length > 0 ? asked : SOURCES);
  },
};

export const caseHooks: ResourceHooks = { table: caseRows };
