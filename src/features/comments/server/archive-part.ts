import type { ArchivePart } from '../../../platform/archive/server/parts.ts';
import { mayRead } from '../../../platform/resources/server/reading.ts';
import { AREA, decryptComment } from './comments.ts';
import { commentsOf } from './queries.ts';

/** The comments of class teachers on a student. */
export const commentPart: ArchivePart = {
  kinds: ['comment'],
  async read(ctx, childId) {
    if (!(await mayRead(ctx, AREA))) return undefined;
    const [stored] = await ctx.read([commentsOf(ctx.actor.orgId, childId)]);
    return {
      events: await Promise.all(
        stored.map(async (comment) => {
          const { year_name, content, created_by_name } = await decryptComment(ctx, comment);
          return {
            event_id: comment.comment_id,
            kind: 'comment' as const,
            at: comment.created_at,
            title: `${year_name}班主任评语`,
            facts: [{ title: '评语', text: content }],
            by: created_by_name,
            path: `/student/comment/${childId}/${comment.year_id}`,
          };
        }),
      ),
    };
  },
};
