import type { Services } from '../../../../platform/context/server/services.ts';
import type { SheetAnswer } from '../../rules/scales/answers.ts';
import type { Pack } from '../../rules/scales/pack.ts';
import { missingItems, visibleAnswers, visibleItems } from '../../rules/scales/visible-items.ts';
import { answersOf, type SheetState } from '../../rules/sheet-state.ts';
import type { StoredSheet } from '../queries/sheets.ts';

type Plan = Pick<StoredSheet, 'scale_ids' | 'scale_versions'>;

/** The packs of a screening in the order of the questions, each in the version that was fixed at publication. */
export const packsOf = ({ packs }: Pick<Services, 'packs'>, orgId: string, plan: Plan): Pack[] =>
  plan.scale_ids.map((id) => packs.packOf(orgId, id, plan.scale_versions[id]));

/** The answers to a pack that count: those of items that are visible with them. */
export const countedAnswers = (pack: Pack, state: SheetState): SheetAnswer[] =>
  visibleAnswers(pack, answersOf(state, pack.id));

/** How many items the student sees with these answers, and how many of them are answered. */
export function progressOf(packs: readonly Pack[], state: SheetState): { answered: number; total: number } {
  const parts = packs.map((pack) => {
    const answers = answersOf(state, pack.id);
    return { answered: visibleAnswers(pack, answers).length, total: visibleItems(pack, answers).length };
  });
  const sum = (of: 'answered' | 'total') => parts.reduce((all, part) => all + part[of], 0);
  return { answered: sum('answered'), total: sum('total') };
}

/** The items that still want an answer. */
export const missingOf = (packs: readonly Pack[], state: SheetState): { scale_id: string; item_id: string }[] =>
  packs.flatMap((pack) =>
    missingItems(pack, answersOf(state, pack.id)).map((item_id) => ({ scale_id: pack.id, item_id })),
  );
