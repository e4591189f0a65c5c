import {
  bandsOf,
  compareResults,
  type ComparedResult,
  type ScalePack,
  type TotalsPack,
} from '../../screening/public.ts';
import type { ReportComparison } from '../contract.ts';
import { counted, momentsOf, total, validOf, type Cell, type Show } from './cells.ts';

/** The results of one scale at one screening, in the version that scored them. */
export interface ScaleCells {
  pack: ScalePack | TotalsPack;
  cells: readonly Cell[];
}

interface Compared {
  former: ScaleCells;
  later: ScaleCells;
  /** Grades of all the cells. */
  grades: readonly string[];
}

const ofDimension = (cells: readonly Cell[], id: string) =>
  validOf(cells).filter(({ dimension_id }) => dimension_id === id);

const summaryOf = ({ pack, cells }: ScaleCells, grades: readonly string[]): ComparedResult => ({
  pack,
  wording: cells[0]?.wording ?? 'none',
  norm_set: cells[0]?.norm_set ?? '',
  population: grades.join(' '),
  valid: true,
  dimensions: pack.dimensions.map(({ id }) => ({
    dimension_id: id,
    score: momentsOf(ofDimension(cells, id))?.mean ?? null,
  })),
});

/** Compares the same grades at two screenings, or says why not. Means are for readers of exact numbers only. */
export function compareGroups(
  { former, later, grades }: Compared,
  { show, isExact }: { show: Show; isExact: boolean },
): ReportComparison['scales'][number] {
  const { pack } = later;
  const head = { scale_id: pack.id, title: pack.title };
  if (grades.length === 0) return { ...head, reasons: ['population'], dimensions: [] };
  const found = compareResults(summaryOf(former, grades), summaryOf(later, grades));
  if (!found.comparable) return { ...head, reasons: found.reasons, dimensions: [] };
  const normSet = later.cells[0]?.norm_set;
  return {
    ...head,
    reasons: [],
    dimensions: found.changes.map(({ dimension_id: id, from, to }) => {
      const [before, now] = [ofDimension(former.cells, id), ofDimension(later.cells, id)];
      return {
        dimension_id: id,
        title: pack.dimensions.find((each) => each.id === id)?.title ?? id,
        ...(isExact && { from, to }),
        ...counted('before', total(before), show),
        ...counted('now', total(now), show),
        bands: bandsOf(pack, id, normSet).map(({ band_id, title }) => {
          const inBand = (cells: readonly Cell[]) => total(cells.filter((cell) => cell.band_id === band_id));
          return { band_id, title, ...counted('before', inBand(before), show), ...counted('now', inBand(now), show) };
        }),
      };
    }),
  };
}
