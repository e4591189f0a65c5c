import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import { CONSENT_AGE } from '../../../students/public.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { visibleItems } from '../../rules/scales/visible-items.ts';
import type { ExamScope } from '../../rules/scope.ts';
import { addSheets } from '../queries/exam-students.ts';
import { examById } from '../queries/exams.ts';

/** The last birthday of those who have reached an age on a day, `YYYY-MM-DD`; it need not exist (29 February). */
export const lastBirthday = (today: string, age: number): string =>
  `${String(Number(today.slice(0, 4)) - age).padStart(4, '0')}${today.slice(4)}`;

export const ofAgeOn = (now: number): string => lastBirthday(dayOf(now), CONSENT_AGE);

/** The number of items that a student sees first. */
export const itemsOf = (packs: readonly Pack[]): number =>
  packs.reduce((sum, pack) => sum + visibleItems(pack, []).length, 0);

/** The packs of a plan in their order; of a published one in the versions that were fixed. */
export const packsOfExam = (
  { packs }: Pick<Services, 'packs'>,
  orgId: string,
  { scale_ids, scale_versions }: { scale_ids: readonly string[]; scale_versions: Readonly<Record<string, string>> },
): Pack[] => scale_ids.map((id) => packs.packOf(orgId, id, scale_versions[id]));

/** What came of adding sheets. */
export interface AddedSheets {
  added: number;
  /** How many of them wait for a guardian's consent. */
  waiting: number;
}

/** Adds the sheets that students of the scope do not have yet, of a plan that is published or is being published. */
export async function addMissingSheets(
  tx: Tx,
  ctx: OrgContext,
  examId: string,
  more: { scope?: ExamScope } = {},
): Promise<AddedSheets> {
  const { orgId } = ctx.actor;
  const [exam] = await tx.run(examById(orgId, examId));
  if (!exam || (more.scope && exam.status !== 'published')) return { added: 0, waiting: 0 };
  const added = await tx.run(
    addSheets(orgId, {
      examId,
      scope: more.scope ?? exam.scope,
      consentRequired: exam.consent_required,
      ofAgeOn: ofAgeOn(ctx.now()),
      total: itemsOf(packsOfExam(ctx.services, orgId, exam)),
      at: ctx.nowIso(),
    }),
  );
  const waiting = added.filter(({ needs_consent, consented_at }) => needs_consent && consented_at === null);
  return { added: added.length, waiting: waiting.length };
}
