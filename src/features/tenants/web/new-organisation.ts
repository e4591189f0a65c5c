import { codesOf, labelOf, type EnumName } from '../../../platform/schema/labels.ts';
import { hasSystem } from '../../organisation/public.ts';

/** The values of the form, by the names of the document that describes a new organisation. */
export interface NewOrganisation {
  org_id: string;
  org_name: string;
  kind: string;
  parent?: string;
  edu_level?: string;
  stages?: string[];
  system?: string;
  student_accounts?: number | null;
  features?: string[];
  service: { type: string; until: string };
  administrator: { login_name: string; real_name: string; mobile?: string };
}

/** The Chinese names of a list, which the document uses in place of codes. */
export const namesOf = (list: EnumName): string[] => [...codesOf(list)].map((code) => labelOf(list, code));

export const SCHOOL = labelOf('org_type', 2);
export const INSTITUTION = labelOf('org_type', 1);

/** Names of the periods that a system divides. */
const DIVIDED = new Set([...codesOf('class_period')].filter((code) => hasSystem(Number(code))).map(nameOfPeriod));

function nameOfPeriod(code: string): string {
  return labelOf('class_period', code);
}

export const needsSystem = (stages: readonly string[] = []): boolean => stages.some((name) => DIVIDED.has(name));

/** The document of the form: without what is empty, and without what an institution does not have. */
export function documentOf(values: NewOrganisation): Record<string, unknown> {
  const { stages = [], system, student_accounts, features = [], parent, edu_level, ...rest } = values;
  const { mobile, ...administrator } = rest.administrator;
  const ofSchool = {
    ...(parent && { parent }),
    ...(edu_level && { edu_level }),
    stages: stages.map((period) => ({ period, ...(system && DIVIDED.has(period) && { system }) })),
    ...(features.length > 0 && { features }),
  };
  return {
    ...rest,
    administrator: { ...administrator, ...(mobile && { mobile }) },
    ...(student_accounts && { student_accounts }),
    ...(values.kind === SCHOOL && ofSchool),
  };
}

/** The field of the form that a place in the document belongs to. */
export function fieldAt(pointer: string): string[] {
  const [first = '', second] = pointer.split('/').slice(1);
  if (first === 'stages') return ['stages'];
  return second === undefined || first === 'features' ? [first] : [first, second];
}
