import { classesInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';

export interface TreeOf {
  year_id?: string;
  college_id?: string;
  major_id?: string;
}

/** Classes of a year within a scope, in tree order. Defaults to the current year; may be limited to a college or major. */
export const classesForTree = (orgId: string, scope: Scope, { year_id, college_id, major_id }: TreeOf = {}) =>
  qb
    .selectFrom('classes')
    .select(['class_id', 'period', 'grade', 'class_name'])
    .where('org_id', '=', orgId)
    .where((eb) =>
      year_id === undefined
        ? eb(
            'year_id',
            '=',
            eb.selectFrom('years').select('year_id').where('org_id', '=', orgId).where('is_current', '=', true),
          )
        : eb('year_id', '=', year_id),
    )
    .$if(college_id !== undefined, (q) => q.where('college_id', '=', college_id ?? ''))
    .$if(major_id !== undefined, (q) => q.where('major_id', '=', major_id ?? ''))
    .where(classesInScope(scope))
    .orderBy('period')
    .orderBy('grade')
    .orderBy('class_no', (o) => o.asc().nullsLast())
    .orderBy('name_key')
    .orderBy('class_id');
