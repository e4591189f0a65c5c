import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { mayRead } from '../../../platform/resources/server/reading.ts';
import { codesOf, labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { CASE_STATUS } from '../../crisis/public.ts';
import { readWholeCase, type WholeCase } from '../../crisis/server/public.ts';
import { draftOf, type CaseStory, type LibraryText } from '../rules/draft.ts';
import { requireConsent, sharedSex } from './origin.ts';
import * as store from './queries.ts';
import { readIdentifiers } from './read-identifiers.ts';
import { encryptTexts } from './texts.ts';

/** Steps that say nothing to somebody who learns from a case: who was in charge, and what the warning says already. */
const LEFT_OUT: ReadonlySet<string> = new Set(['report', 'verify', 'owner', 'next_step', 'safety_plan', 'close']);

/** A draft as it will be stored. */
export interface Proposal {
  origin: { child_id: string; case_id: string; child_name: string };
  facets: { category_id: string; crisis_level: number; period: number | null; sex: number | null };
  texts: LibraryText;
}

/** A case as a story: what was corrected later, or is restricted to one group of roles, is not told. */
function storyOf({ detail, warnings }: WholeCase, category: string): CaseStory {
  const steps = detail.steps.items
    .toReversed()
    .filter(({ readable, amended, restricted_to }) => readable && !amended && restricted_to === undefined);
  const textOf = ({ content, record }: (typeof steps)[number]) =>
    [content ?? '', ...(record?.words ?? []).map(({ title, text }) => `${title}：${text}`)].filter(Boolean).join('；');
  const valid = warnings.filter(({ crisis_level }) => crisis_level !== undefined).toReversed();
  return {
    category: labelOf('crisis_category', category),
    level: labelOf('crisis_level', detail.crisis_level),
    closedOn: dayOf(Date.parse(detail.closed_at ?? detail.opened_at)),
    warnings: valid.map(({ warn_content, reason }) => ({ content: warn_content, reason: reason ?? '' })),
    steps: steps
      .filter(({ kind }) => !LEFT_OUT.has(kind))
      .flatMap((step) => {
        const text = textOf(step);
        const on = dayOf(Date.parse(step.at));
        return text === '' ? [] : [{ on, kind: labelOf('case_step_kind', step.kind), text }];
      }),
    closing: steps
      .filter(({ kind }) => kind === 'close')
      .map(textOf)
      .join('\n'),
  };
}

/** A risk type that only this school has would lead to it. */
function categoryOf({ detail }: WholeCase): string {
  const category = detail.warns.find(({ category_id: id }) => id !== undefined)?.category_id ?? 'other';
  return [...codesOf('crisis_category')].includes(category) ? category : 'other';
}

/**
 * Makes the draft of a closed case, as far as the caller reads the case.
 *
 * @throws AppError `notFoundInScope` and the refusals of the case; PSY_CONFLICT for an open case, or without consent
 */
export async function prepareProposal(ctx: OrgContext, caseId: string): Promise<Proposal> {
  const { orgId } = ctx.actor;
  if (!ctx.services.access.decide(ctx.actor, 'crisis/case', 'open')) throw new AppError('AC_FORBIDDEN');
  await ctx.proveVerified('crisis/case');
  const whole = await readWholeCase(ctx, caseId);
  const { child_id, child_name, crisis_level, status } = whole.detail;
  if (status !== CASE_STATUS.closed) throw new AppError('PSY_CONFLICT', { message: '个案结案以后才能整理成案例' });
  if (!(await mayRead(ctx, 'crisis/warn')))
    throw new AppError('AC_FORBIDDEN', { message: '您不能查看预警，不能整理案例' });
  const [[origin]] = await ctx.read([store.originOf(orgId, caseId)]);
  requireConsent(origin, dayOf(ctx.now()));
  const category_id = categoryOf(whole);
  const known = await readIdentifiers(ctx, { child_id, case_id: caseId });
  return {
    origin: { child_id, case_id: caseId, child_name },
    facets: {
      category_id,
      crisis_level,
      period: origin?.period ?? null,
      sex: await sharedSex(ctx, ctx.read, origin),
    },
    texts: draftOf(storyOf(whole, category_id), known),
  };
}

/**
 * Stores a draft with the link to its child and case. The log names the case, and the library case only where it goes
 * on from here: together no entry says which case became which text.
 *
 * @throws AppError PSY_CONFLICT when the case is in the library already
 */
export async function proposeCase(
  ctx: OrgContext,
  tx: Tx,
  { origin: { child_name, ...origin }, facets, texts }: Proposal,
): Promise<{ library_id: string }> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock, keys },
  } = ctx;
  const library_id = newId(clock);
  const linked = await tx.run(store.insertLink({ org_id: orgId, library_id, ...origin }));
  if (linked.length === 0) throw new AppError('PSY_CONFLICT', { message: '这个个案已经整理过，请在案例库里查看' });
  await tx.run(
    store.insertLibraryCase({
      org_id: orgId,
      library_id,
      ...facets,
      ...(await encryptTexts(keys.within(tx), orgId, library_id, texts)),
      created_by: userId,
    }),
  );
  await audit(tx, ctx, { act: 'propose', resource: 'crisis-case', rowId: origin.case_id, rowLabel: child_name });
  return { library_id };
}
