import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { RecalculationPreview } from '../../contract/recalculation.ts';
import type { ScalePack } from '../../rules/scales/pack-schema.ts';
import { normSetOf } from '../../rules/scales/pack.ts';
import { underNorms } from '../../rules/scales/score.ts';
import * as rules from '../queries/alert-rules.ts';
import { scoredSheets, scoreGroups, type ScoreGroup } from '../queries/recalculation.ts';
import { packsOf } from '../sheets/sheet-packs.ts';
import { requireNormSets } from './recalculate.ts';
import { requireWholeSchool } from './require-whole-school.ts';

type Scale = RecalculationPreview['scales'][number];

/**
 * What a recalculation would change, from the stored results: one statement counts them, and each group is banded once.
 *
 * @throws AppError PSY_OUT_OF_REACH, PSY_NOT_FOUND; PSY_INVALID_INPUT for a norm set that a pack does not have
 */
export async function previewRecalculation(
  ctx: OrgContext,
  examId: string,
  normSets: Readonly<Record<string, string>>,
): Promise<RecalculationPreview> {
  const { orgId } = ctx.actor;
  requireWholeSchool(ctx);
  const [[exam]] = await ctx.read([rules.plannedExam(orgId, examId)]);
  requireNormSets(ctx, exam, normSets);
  const [groups, [sheets]] = await ctx.read([
    scoreGroups(orgId, examId, Object.keys(normSets)),
    scoredSheets(orgId, examId),
  ]);
  const scales = packsOf(ctx.services, orgId, exam).flatMap((pack): Scale[] => {
    const normSet = normSets[pack.id];
    if (pack.kind !== 'scale' || normSet === undefined) return [];
    return [
      previewScale(
        pack,
        normSet,
        groups.filter(({ scale_id }) => scale_id === pack.id),
      ),
    ];
  });
  return { sheets: sheets?.n ?? 0, scales };
}

function previewScale(pack: ScalePack, normSet: string, groups: readonly ScoreGroup[]): Scale {
  const titleOf = (id: string) => pack.normSets.find((set) => set.id === id)?.title ?? id;
  const dimensions = pack.dimensions.map((dimension) => {
    const moves = groups
      .filter(({ dimension_id }) => dimension_id === dimension.id)
      .map((group) => ({ group, next: underNorms(pack, dimension, group, { ...personOf(group), normSet }) }));
    return { dimension, moves, before: positiveNow(pack, groups, dimension) };
  });
  const [main] = dimensions;
  return {
    scale_id: pack.id,
    title: pack.title,
    from: [...new Set(groups.map(({ norm_set }) => norm_set))].map(titleOf),
    to: normSetOf(pack, normSet).title,
    // The first dimension is the total, by which a pack says what is positive.
    positive_before: main?.before ?? 0,
    positive_after: sum(
      main?.moves.filter(({ group, next }) => group.valid && next.positive).map(({ group }) => group.n) ?? [],
    ),
    dimensions: dimensions.map(({ dimension, moves }) => ({
      dimension_id: dimension.id,
      title: dimension.title,
      bands: counted(
        pack,
        moves.map(({ group, next }) => ({ from: group.band_id, to: next.band_id, count: group.n })),
      ),
    })),
  };
}

const positiveNow = (
  pack: ScalePack,
  groups: readonly ScoreGroup[],
  dimension: ScalePack['dimensions'][number],
): number =>
  sum(
    groups
      .filter((group) => group.dimension_id === dimension.id && group.valid)
      .filter((group) => underNorms(pack, dimension, group, { ...personOf(group), normSet: group.norm_set }).positive)
      .map(({ n }) => n),
  );

const personOf = ({ age, sex, stage, grade }: ScoreGroup) => ({
  age: age ?? undefined,
  sex: sex ?? undefined,
  stage: stage ?? undefined,
  grade: grade ?? undefined,
});

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);

interface Move {
  from: string | null;
  to: string | null;
  count: number;
}

/** Adds up equal moves, in the order of the bands, with the titles of the bands. */
function counted(pack: ScalePack, moves: readonly Move[]): Scale['dimensions'][number]['bands'] {
  const band = (id: string | null) => (id === null ? undefined : pack.bands[id]);
  const order = (id: string | null) => band(id)?.order ?? -1;
  const added = new Map<string, Move>();
  for (const { from, to, count } of moves) {
    const key = `${from ?? ''} ${to ?? ''}`;
    added.set(key, { from, to, count: count + (added.get(key)?.count ?? 0) });
  }
  const title = (id: string | null) => band(id)?.title ?? id;
  return [...added.values()]
    .sort((a, b) => order(a.from) - order(b.from) || order(a.to) - order(b.to))
    .map(({ from, to, count }) => ({
      ...(from !== null && { from: title(from) ?? from }),
      ...(to !== null && { to: title(to) ?? to }),
      count,
    }));
}
