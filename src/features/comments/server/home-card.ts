import type { HomeCard } from '../../../platform/home/server/cards.ts';
import { countMissing } from './queries.ts';

/** Students of the class teacher's classes without a comment of the year. */
export const commentsCard: HomeCard = {
  key: 'comments',
  area: 'student/comment/write',
  act: 'write',
  order: 35,
  size: 'medium',
  async read(ctx) {
    const scope = ctx.services.access.scope(ctx.actor, 'student');
    const [[count]] = await ctx.read([countMissing(ctx.actor.orgId, scope)]);
    return { figures: [{ key: 'missing', n: count?.n ?? 0, query: 'missing=1' }] };
  },
};
