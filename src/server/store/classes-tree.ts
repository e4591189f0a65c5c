import { qb } from './db/query-builder.ts';
import { classesInScope, type Scope } from './scope.ts';

/** The classes of a year within a scope, in the order of the tree; of the current year where none is named. */
export const classesForTree = (orgId: string, scope: Scope, yearId?: string) => qb.selectFrom('classes')
  .select(['class_id', 'period', 'grade', 'class_name'])
  .where('org_id', '=', orgId)
  .where((eb) => (yearId === undefined
    ? eb('year_id', '=', eb.selectFrom('years').select('year_id').where('org_id', '=', orgId).where('is_current', '=', true))
    : eb('year_id', '=', yearId)))
  .where(classesInScope(scope))
  .orderBy('period').orderBy('grade').orderBy('class_no', (o) => o.asc().nullsLast()).orderBy('class_name').orderBy('class_id');
