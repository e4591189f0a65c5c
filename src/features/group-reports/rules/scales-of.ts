import { codesOf, labelOf } from '../../../platform/schema/labels.ts';
import { bandsOf, normSetOf, type Pack, type ScalePack, type TotalsPack } from '../../screening/public.ts';
import type { GroupOfStudents, ReportDimension, ReportScale } from '../contract.ts';
import { counted, momentsOf, total, validOf, type Cell, type Show } from './cells.ts';
import { besideNorm, givesMeans, type NormRow } from './norm-means.ts';
import type { ScoredWith } from './versions.ts';

type Scored = ScalePack | TotalsPack;

export interface Presentation {
  show: Show;
  /** Whether the reader sees exact numbers, and with them means. */
  isExact: boolean;
  /** Parts in the order of the report. */
  parts: readonly { key: string; label: string }[];
  /** Norm sets that the plan chose, by pack. */
  normSets: Readonly<Record<string, string>>;
  /** Whom norms are looked up for, for readers of exact numbers. */
  normRows?: readonly NormRow[] | undefined;
}

/** The distributions of every scored pack, over all students and by sex and part. */
export const scalesOf = (packs: readonly ScoredWith[], cells: readonly Cell[], how: Presentation): ReportScale[] =>
  packs.flatMap(({ pack, others }) =>
    pack.kind === 'questionnaire' ? [] : [scaleOf({ pack, others: others.filter(isScored) }, cells, how)],
  );

const isScored = (pack: Pack): pack is Scored => pack.kind !== 'questionnaire';

/** The norm set that a plan chose, where this version has it; otherwise its first one. */
const chosenIn = (pack: Scored, normSet: string | undefined): string | undefined =>
  pack.normSets.find(({ id }) => id === normSet)?.id;

/** A scale with the other versions that scored some of its results. */
interface Versions {
  pack: Scored;
  others: readonly Scored[];
}

function scaleOf({ pack, others }: Versions, all: readonly Cell[], how: Presentation): ReportScale {
  const cells = all.filter(({ scale_id }) => scale_id === pack.id);
  const first = pack.dimensions[0]?.id;
  const sheets = cells.filter(({ dimension_id }) => dimension_id === first);
  const inState = (state: Cell['state']) => total(sheets.filter((cell) => cell.state === state));
  return {
    scale_id: pack.id,
    title: pack.title,
    norm_title: normSetOf(pack, chosenIn(pack, how.normSets[pack.id])).title,
    ...(others.length > 0 && { versions: [pack, ...others].map(({ version }) => version) }),
    ...counted('valid', total(validOf(sheets)), how.show),
    ...counted('void', inState('void'), how.show),
    ...counted('marked', inState('marked'), how.show),
    ...counted('positive', total(sheets, 'positive'), how.show),
    dimensions: pack.dimensions.map(({ id, title }) => {
      const within = validOf(cells).filter(({ dimension_id }) => dimension_id === id);
      return { dimension_id: id, title, ...dimensionOf({ pack, others }, id, within, how) };
    }),
  };
}

type Content = Omit<ReportDimension, 'dimension_id' | 'title'>;

function dimensionOf({ pack, others }: Versions, id: string, cells: readonly Cell[], how: Presentation): Content {
  const bands = bandTitles([...others.toReversed(), pack], id, how.normSets[pack.id]);
  const moments = how.isExact ? momentsOf(cells) : undefined;
  const rows = (how.normRows ?? []).filter((row) => row.scale_id === pack.id && row.dimension_id === id);
  const groups = groupsOf(how.parts).map(({ belongs, ...group }) => {
    const within = cells.filter(belongs);
    const norm = how.isExact ? besideNorm([pack, ...others], id, within, rows.filter(belongs)) : undefined;
    return { ...group, ...numbersOf(within, bands, how), ...(norm && { norm }) };
  });
  const lacksNorm = moments !== undefined && groups[0]?.norm === undefined && givesMeans(pack, id);
  return {
    ...(moments && { sd: moments.sd }),
    ...(lacksNorm && { norm_gap: true as const }),
    bands,
    groups,
  };
}

type Place = Pick<Cell, 'part' | 'sex'>;

/** All students, those of each sex, and those of each part. */
const groupsOf = (parts: Presentation['parts']) => [
  { by: 'all' as const, key: '', label: '全部', belongs: () => true },
  ...[...codesOf('sex')].map((code) => ({
    by: 'sex' as const,
    key: code,
    label: `${labelOf('sex', code)}生`,
    belongs: ({ sex }: Place) => String(sex) === code,
  })),
  ...parts.map((one) => ({ by: 'part' as const, ...one, belongs: ({ part }: Place) => part === one.key })),
];

/**
 * The bands of a dimension in all versions, those that need attention last; a band with two ranges once. The last
 * version names those that it has.
 */
const bandTitles = (packs: readonly Scored[], id: string, normSet: string | undefined): ReportDimension['bands'] =>
  [
    ...new Map(
      packs.flatMap((pack) => bandsOf(pack, id, chosenIn(pack, normSet)).map((band) => [band.band_id, band] as const)),
    ).values(),
  ]
    .map(({ band_id, title, tone, order }) => ({ band_id, title, tone, order }))
    .sort((a, b) => a.order - b.order);

function numbersOf(
  cells: readonly Cell[],
  bands: ReportDimension['bands'],
  { show, isExact }: Presentation,
): Pick<GroupOfStudents, 'n' | 'mean' | 'bands'> {
  const moments = isExact ? momentsOf(cells) : undefined;
  return {
    ...counted('n', total(cells), show),
    ...(moments && { mean: moments.mean }),
    bands: bands.map(({ band_id }) => {
      const inBand = cells.filter((cell) => cell.band_id === band_id);
      return {
        band_id,
        ...counted('n', total(inBand), show),
        ...counted('attentive', total(inBand.filter(({ state }) => state === 'attentive')), show),
      };
    }),
  };
}
