import { SHARED_TABLE } from '../../shared/schema/own-resource.ts';
import type { EntitySchema } from '../../shared/schema/types.ts';
import { tenantRows } from '../store/tenant-rows.ts';
import { classHooks } from './classes.ts';
import { consultationHooks } from './consultations.ts';
import { consultingClosureHooks, consultingSlotHooks } from './consulting-slots.ts';
import { caseHooks, warnHooks } from './crisis.ts';
import { customGroupHooks } from './custom-groups.ts';
import { collegeHooks, majorHooks } from './faculty.ts';
import { followUpHooks } from './follow-ups.ts';
import { guardianHooks } from './guardians.ts';
import type { ResourceHooks } from './hooks.ts';
import { logHooks } from './logs.ts';
import { recordHooks } from './records.ts';
import { referralHooks } from './referrals.ts';
import { schoolHooks } from './schools.ts';
import { studentHooks } from './students.ts';
import { teacherHooks } from './teachers.ts';
import { yearHooks } from './years.ts';

/** Records of what happened at some time. */
const happened = (table: string, step: string) => recordHooks({ table, step, when: 'happened_at' });
const records = {
  'custom-intervention': happened('custom_interventions', 'custom'), drawing: happened('drawings', 'drawing'), intervention: happened('interventions', 'intervention'),
  interview: happened('interviews', 'interview'), sandplay: happened('sandplays', 'sandplay'),
};

/** What is special about each resource that has a table of its own. */
const hooksOf: Readonly<Record<string, ResourceHooks>> = {
  ...records,
  consultation: consultationHooks, 'consulting-closure': consultingClosureHooks, 'consulting-slot': consultingSlotHooks, 'follow-up': followUpHooks, referral: referralHooks,
  class: classHooks, college: collegeHooks, 'crisis-case': caseHooks, 'custom-group': customGroupHooks, guardian: guardianHooks, log: logHooks, major: majorHooks, school: schoolHooks, student: studentHooks, teacher: teacherHooks, warn: warnHooks, year: yearHooks,
};

/** @throws Error where the code knows no table for the entity */
export function hooksFor({ $id: name, 'x-resource': { table, id } }: EntitySchema): ResourceHooks {
  const hooks = Object.hasOwn(hooksOf, name) ? hooksOf[name] : table === SHARED_TABLE ? { table: tenantRows(name, id) } : undefined;
  if (!hooks) throw new Error(`schemas/entities/${name}.json has a table of its own and no hooks in src/server/resources/hooks-for.ts`);
  return hooks;
}
