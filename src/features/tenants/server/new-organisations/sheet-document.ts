import enums from '../../../../../schemas/enums.json' with { type: 'json' };
import { FEATURES } from '../../../../platform/access/software-features.ts';
import { codesOf } from '../../../../platform/schema/labels.ts';
import type { RawCell } from '../../../../platform/schema/sheet-cell.ts';
import { gradesOfPeriod, hasSystem } from '../../../organisation/public.ts';
import { featureName } from './org-file.ts';

const ALL_GRADES = [...codesOf('grade')].map(Number);
const SEPARATORS = /[、，,;；\s]+/;
const SIX_THREE = 2;

/** The text of a cell; dates as a sheet shows them. */
export function cellText(cell: RawCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return cell.at.slice(0, 10);
  if (typeof cell === 'boolean') return cell ? '是' : '否';
  return String(cell).trim();
}

const codeNamed = (list: Readonly<Record<string, string>>, name: string | undefined): number | undefined => {
  const code = Object.entries(list).find(([, label]) => label === name)?.[0];
  return code === undefined ? undefined : Number(code);
};

interface Stage {
  period: string;
  system?: string;
  grades?: string[];
}

function stagesOf(text: string): Stage[] {
  return text
    .split(SEPARATORS)
    .filter(Boolean)
    .map((part) => {
      const [, period = part, system] = /^(.+?)[（(](.+)[）)]$/.exec(part) ?? [];
      return { period, ...(system !== undefined && { system }) };
    });
}

/** The names of the grades that a stage teaches. */
function taughtIn({ period: name, system }: Stage): string[] {
  const period = codeNamed(enums.class_period, name);
  if (period === undefined) return [];
  const type = hasSystem(period) ? (codeNamed(enums.edu_type, system) ?? SIX_THREE) : null;
  const labels: Readonly<Record<string, string>> = enums.grade;
  return gradesOfPeriod(period, type, ALL_GRADES).map((grade) => labels[grade] ?? '');
}

/** Puts each grade into the stage that teaches it; one that none teaches into the first, where it is refused. */
function withGrades(stages: readonly Stage[], text: string): Stage[] {
  const names = text.split(SEPARATORS).filter(Boolean);
  if (names.length === 0) return [...stages];
  const placed = names.map((name) => ({
    name,
    at: Math.max(
      0,
      stages.findIndex((stage) => taughtIn(stage).includes(name)),
    ),
  }));
  return stages.map((stage, i) => ({ ...stage, grades: placed.filter(({ at }) => at === i).map(({ name }) => name) }));
}

const featureOf = (text: string): string =>
  FEATURES.find((feature) => feature === text || featureName(feature) === text) ?? text;
const numberOf = (text: string): number | string => (/^\d{1,9}$/.test(text) ? Number(text) : text);
const yesOf = (text: string): boolean | string => (text === '是' ? true : text === '否' ? false : text);

/**
 * The description of an organisation (`org-file-schema.ts`) from the texts of its row, by pointer; empty ones are
 * absent.
 */
export function documentOf(texts: ReadonlyMap<string, string>): Record<string, unknown> {
  const given = (pointer: string): string | undefined => texts.get(pointer) || undefined;
  const part = (names: readonly string[], prefix: string, read: (text: string) => unknown = (text) => text) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = given(`${prefix}/${name}`);
        return text === undefined ? [] : [[name, read(text)]];
      }),
    );
  const site = part(['site_name', 'slogan', 'host'], '/site');
  const stages = given('/stages');
  const features = given('/features');
  return {
    ...part(['org_id', 'org_name', 'kind', 'parent', 'edu_level'], ''),
    ...part(['offline_consulting'], '', yesOf),
    ...part(['student_accounts'], '', numberOf),
    ...(stages !== undefined && { stages: withGrades(stagesOf(stages), given('/grades') ?? '') }),
    ...(features !== undefined && { features: features.split(SEPARATORS).filter(Boolean).map(featureOf) }),
    ...(Object.keys(site).length > 0 && { site }),
    service: { ...part(['type', 'until'], '/service'), ...part(['protection_days'], '/service', numberOf) },
    administrator: part(['login_name', 'real_name', 'mobile'], '/administrator'),
  };
}
