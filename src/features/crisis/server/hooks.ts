import type { ResourceHooks } from '../../../platform/resources/server/hooks.ts';
import { codesOf } from '../../../platform/schema/labels.ts';
import { caseRows } from './queries/crisis-cases.ts';
import { warnRows } from './queries/warns.ts';
import { requireSources } from './read-warnings.ts';

const SOURCES = [...codesOf('warn_source')].map(Number);

/** Each source of warnings has its own page; its access and second-step verification apply to the list too. */
export const warnHooks: ResourceHooks = {
  table: warnRows,
  async beforeRead(ctx, { filters }) {
    const filtered = filters.flatMap((filter) =>
      filter.field === 'source' && filter.match === 'equals' ? Number(filter.value) : [],
    );
    await requireSources(ctx, filtered.length > 0 ? filtered : SOURCES);
  },
};

export const caseHooks: ResourceHooks = { table: caseRows };
