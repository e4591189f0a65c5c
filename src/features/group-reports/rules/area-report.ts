import type { GroupReport } from '../contract.ts';
import { counted, type Cell, type Show } from './cells.ts';
import { gradeLabel } from './places.ts';
import { scalesOf } from './scales-of.ts';
import type { ScoredWith } from './versions.ts';

/** A count of one school's screening. */
export interface SchoolCell {
  org_id: string;
  /** Grade: `period-grade`. */
  part: string;
  /** 0 where it is not known. */
  sex: number;
  scale_id: string;
  version: string;
  norm_set: string;
  dimension_id: string;
  /** Empty without a band. */
  band_id: string;
  state: Cell['state'];
  n: number;
  positive: number;
}

/** What an institution has of a plan; exact, and never shown as it is. */
export interface AreaFacts {
  /** Schools of the plan within the reader's scope. */
  schools: readonly { org_id: string; org_name: string }[];
  cells: readonly SchoolCell[];
  participation: readonly { org_id: string; planned: number; submitted: number }[];
  packs: readonly ScoredWith[];
  normSets: Readonly<Record<string, string>>;
  schoolId?: string | undefined;
  grade?: string | undefined;
}

type Part = Pick<GroupReport, 'level' | 'name' | 'places' | 'participation' | 'parts' | 'scales'>;

/**
 * An institution divides a school by grades, and a grade not at all. A grade with few students is not listed, so that
 * it looks like one that does not take part.
 */
function partsOf({ schools, cells, packs, schoolId, grade }: AreaFacts, show: Show): { key: string; label: string }[] {
  if (grade !== undefined) return [];
  if (schoolId === undefined) return schools.map(({ org_id, org_name }) => ({ key: org_id, label: org_name }));
  const pack = packs.find((each) => each.pack.kind !== 'questionnaire')?.pack;
  const first = pack && pack.kind !== 'questionnaire' ? pack.dimensions[0]?.id : undefined;
  const sheets = cells.filter(({ scale_id, dimension_id }) => scale_id === pack?.id && dimension_id === first);
  const size = (part: string) => sheets.reduce((sum, cell) => sum + (cell.part === part ? cell.n : 0), 0);
  return [...new Set(sheets.map(({ part }) => part))]
    .filter((part) => show(size(part)) !== undefined)
    .sort((a, b) => a.localeCompare(b, 'zh', { numeric: true }))
    .map((key) => ({ key, label: gradeLabel(key) }));
}

/**
 * The numbers of an institution's report. Each is the number of students of one group, shown on its own by `show`
 * (`platform/statistics`): no number is computed from other exact numbers that are not shown, and there are no means.
 */
export function areaReport(facts: AreaFacts, show: Show, institution: string): Part {
  const { schools, participation, schoolId, grade, packs, normSets } = facts;
  const school = schools.find(({ org_id }) => org_id === schoolId);
  const parts = partsOf(facts, show);
  const cells = facts.cells
    .filter(({ part }) => grade === undefined || part === grade)
    .map((cell): Cell => ({
      ...cell,
      part: schoolId === undefined ? cell.org_id : cell.part,
      band_id: cell.band_id === '' ? null : cell.band_id,
      wording: '',
    }));
  const numbers = (rows: AreaFacts['participation']) => ({
    ...counted(
      'asked',
      rows.reduce((sum, { planned }) => sum + planned, 0),
      show,
    ),
    ...counted(
      'submitted',
      rows.reduce((sum, { submitted }) => sum + submitted, 0),
      show,
    ),
  });
  const isArea = schoolId === undefined;
  return {
    level: isArea ? 'area' : grade === undefined ? 'school' : 'grade',
    name: [isArea ? institution : (school?.org_name ?? ''), ...(grade === undefined ? [] : [gradeLabel(grade)])].join(
      ' ',
    ),
    places: isArea ? parts : partsOf({ ...facts, grade: undefined }, show),
    // The numbers of one grade are those of its results; how many of it were asked stays with the school.
    participation: grade === undefined ? numbers(participation) : {},
    parts: {
      by: isArea ? 'school' : 'grade',
      rows: parts.map((part) => ({
        ...part,
        ...(isArea && numbers(participation.filter(({ org_id }) => org_id === part.key))),
      })),
    },
    scales: scalesOf(packs, cells, { show, isExact: false, parts, normSets }),
  };
}
