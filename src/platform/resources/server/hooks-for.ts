import { yearHooks } from '../../../features/academic-years/server/hooks.ts';
import { classHooks } from '../../../features/classes/server/hooks/classes.ts';
import { collegeHooks, majorHooks } from '../../../features/classes/server/hooks/faculty.ts';
import { caseHooks, warnHooks } from '../../../features/crisis/server/hooks.ts';
import { customGroupHooks } from '../../../features/groups/server/hooks.ts';
import { guardianHooks } from '../../../features/guardians/server/hooks.ts';
import { consultationHooks } from '../../../features/interventions/server/hooks/consultations.ts';
import {
  consultingClosureHooks,
  consultingSlotHooks,
} from '../../../features/interventions/server/hooks/consulting-slots.ts';
import { followUpHooks } from '../../../features/interventions/server/hooks/follow-ups.ts';
import { recordHooks } from '../../../features/interventions/server/hooks/records.ts';
import { referralHooks } from '../../../features/interventions/server/hooks/referrals.ts';
import { logHooks } from '../../../features/operation-log/server/hooks.ts';
import { schoolHooks } from '../../../features/organisation/server/hooks.ts';
import { teacherHooks } from '../../../features/staff/server/hooks.ts';
import { studentHooks } from '../../../features/students/server/hooks/students.ts';
import { SHARED_TABLE } from '../../schema/own-resource.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type { ResourceHooks } from './hooks.ts';
import { tenantRows } from './queries/tenant-rows.ts';

/** Records of what happened at some time. */
const happened = (table: string, step: string) => recordHooks({ table, step, when: 'happened_at' });
const records = {
  'custom-intervention': happened('custom_interventions', 'custom'),
  drawing: happened('drawings', 'drawing'),
  intervention: happened('interventions', 'intervention'),
  interview: happened('interviews', 'interview'),
  sandplay: happened('sandplays', 'sandplay'),
};

/** What is special about each resource that has a table of its own. */
const hooksOf: Readonly<Record<string, ResourceHooks>> = {
  ...records,
  consultation: consultationHooks,
  'consulting-closure': consultingClosureHooks,
  'consulting-slot': consultingSlotHooks,
  'follow-up': followUpHooks,
  referral: referralHooks,
  class: classHooks,
  college: collegeHooks,
  'crisis-case': caseHooks,
  'custom-group': customGroupHooks,
  guardian: guardianHooks,
  log: logHooks,
  major: majorHooks,
  school: schoolHooks,
  student: studentHooks,
  teacher: teacherHooks,
  warn: warnHooks,
  year: yearHooks,
};

/** @throws Error where the code knows no table for the entity */
export function hooksFor({ $id: name, 'x-resource': { table, id } }: EntitySchema): ResourceHooks {
  const hooks = Object.hasOwn(hooksOf, name)
    ? hooksOf[name]
    : table === SHARED_TABLE
      ? { table: tenantRows(name, id) }
      : undefined;
  if (!hooks)
    throw new Error(
      `schemas/entities/${name}.json has a table of its own and no hooks in src/server/resources/hooks-for.ts`,
    );
  return hooks;
}
