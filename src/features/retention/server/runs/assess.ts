import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { RETENTION_KINDS, type Blocker, type RetentionKind } from '../../rules.ts';
import { itemsOf } from '../queries/runs.ts';
import { countsByChild, leavers, schoolTerms, totalOf } from '../schedule.ts';

/** A student on a waiting list, as things are now. */
export interface Assessed {
  childId: string;
  kinds: RetentionKind[];
  total: number;
  /** Why the student may not be touched; empty where nothing prevents it. */
  why: Blocker[];
}

/**
 * The students of a waiting list as things are now: who has come back, whose term was lengthened, and who may not be
 * touched any more. Nobody is added to the list.
 */
export async function assess(ctx: Pick<OrgContext, 'read' | 'now' | 'actor'>, runId: string): Promise<Assessed[]> {
  const { orgId } = ctx.actor;
  const [terms, counts] = [await schoolTerms(ctx.read, orgId), await countsByChild(ctx.read, orgId)];
  const gone = new Map((await leavers(ctx, orgId, { terms, counts })).map((one) => [one.childId, one] as const));
  const [rows] = await ctx.read([itemsOf(orgId, runId)]);
  return rows.map(({ subject_id: childId, kinds: listed }) => {
    const student = gone.get(childId);
    const wanted = RETENTION_KINDS.filter((kind) => listed.includes(kind));
    if (!student) return { childId, kinds: wanted, total: 0, why: ['returned'] };
    // Where the whole record has fallen due meanwhile, still only what was listed is touched.
    const due = new Set<RetentionKind>(student.due.includes('record') ? RETENTION_KINDS : student.due);
    const kinds = wanted.filter((kind) => due.has(kind));
    const why: Blocker[] = kinds.length === 0 ? [...student.blockers, 'changed'] : [...student.blockers];
    return { childId, kinds: kinds.length === 0 ? wanted : kinds, total: totalOf(student.counts, kinds), why };
  });
}
