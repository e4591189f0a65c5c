import type { ArchivePart } from '../../../platform/archive/server/parts.ts';
import { mayRead } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { levelsOf } from './concerns.ts';

/** The levels that were set for a student. */
export const concernPart: ArchivePart = {
  kinds: ['concern'],
  async read(ctx, childId) {
    if (!(await mayRead(ctx, 'student/archive/concern'))) return undefined;
    return {
      events: (await levelsOf(ctx, childId)).map(({ concern_id, level, set_at, set_by_name, reason }) => ({
        event_id: concern_id,
        kind: 'concern',
        at: set_at,
        title: `关注等级：${labelOf('concern_level', level)}`,
        facts: reason === undefined ? [] : [{ title: '理由', text: reason }],
        by: set_by_name,
      })),
    };
  },
};
