import { answersOf, bandsOf, visibleItems, type ScoredDimension, type SheetState } from '../../screening/public.ts';
import { countedAnswers } from '../../screening/server/public.ts';
import { isNumber, MISSING, type Variable } from '../rules/variables.ts';
import type { ExportedResult } from './queries.ts';

type Cell = string | number | null;
type ScoredPack = Exclude<Variable['pack'], { kind: 'questionnaire' }>;

const scoreOf = (result: ExportedResult | undefined, dimensionId: string): ScoredDimension | undefined =>
  (result?.dimensions as ScoredDimension[] | undefined)?.find(({ dimension_id }) => dimension_id === dimensionId);

function resultCell(pack: ScoredPack, part: Variable['part'], result: ExportedResult | undefined): Cell {
  if (part.kind === 'valid') return result === undefined ? MISSING.noScore : Number(result.valid);
  if (part.kind === 'norm-set')
    return pack.normSets.find(({ id }) => id === result?.norm_set)?.title ?? result?.norm_set ?? null;
  if (part.kind === 'item') return null;
  const score = scoreOf(result, part.dimensionId);
  if (part.kind !== 'band') return score?.[part.kind] ?? MISSING.noScore;
  const bands = result === undefined ? [] : bandsOf(pack, part.dimensionId, result.norm_set);
  return bands.find(({ band_id }) => band_id === score?.band_id)?.title ?? null;
}

/** The cells of one sheet. Answers to items that its conditions hide are left out. */
export function cellsOfSheet(
  variables: readonly Variable[],
  state: SheetState,
  results: readonly ExportedResult[],
): Cell[] {
  const packs = new Map(variables.map(({ pack }) => [pack.id, pack]));
  const given = new Map<string, unknown>();
  const shown = new Set<string>();
  for (const pack of packs.values()) {
    for (const { item_id, value } of countedAnswers(pack, state)) given.set(`${pack.id}/${item_id}`, value);
    for (const { id } of visibleItems(pack, answersOf(state, pack.id))) shown.add(`${pack.id}/${id}`);
  }
  const byScale = new Map(results.map((result) => [result.scale_id, result]));
  return variables.map((variable) => {
    const { pack, part } = variable;
    if (part.kind !== 'item')
      return pack.kind === 'questionnaire' ? null : resultCell(pack, part, byScale.get(pack.id));
    const key = `${pack.id}/${part.item.id}`;
    const value = given.get(key);
    if (value === undefined) return shown.has(key) ? MISSING.notAnswered : MISSING.notShown;
    if (Array.isArray(value)) return value.join(';');
    return isNumber(variable) ? Number(value) : String(value);
  });
}
