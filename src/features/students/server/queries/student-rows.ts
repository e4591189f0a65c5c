import { sql, type RawBuilder } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { studentsInScope } from '../../../../platform/access/server/queries/scope.ts';
import { slot } from '../../../../platform/resources/server/queries/rows/plan.ts';
import { CONSENT_AGE } from '../../rules/consent-age.ts';

/** Restricts students by the college or major of their class. */
const ofClasses = (column: 'college_id' | 'major_id') => (wanted: RawBuilder<unknown>) =>
  sql`t.class_id in (select c.class_id from classes c where c.org_id = ${slot('orgId')} and ${sql.ref(`c.${column}`)} = ${wanted})`;

/** Who is born after this day needs a guardian's consent. */
const lastBirthday = sql`(${slot('today')}::date - interval '${sql.raw(String(CONSENT_AGE))} years')::date`;
const isOldEnough = sql`t.born_on <= ${lastBirthday}`;

/** Students as a resource; `students.ts` declares the table. */
export const studentRows: RowTable = {
  computed: {
    college_id: sql`null::text`,
    major_id: sql`null::text`,
    major_name: sql`(select m.major_name from classes c join majors m on m.org_id = c.org_id and m.major_id = c.major_id where c.org_id = t.org_id and c.class_id = t.class_id)`,
    class_name: sql`(select c.class_name from classes c where c.org_id = t.org_id and c.class_id = t.class_id)`,
    is_register: sql`(t.user_id is not null)`,
    in_class: sql`(t.class_id is not null)`,
    // Mirrors `consentState` of `rules/consent-age.ts`.
    guardian_consent: sql`(case when t.consented then 'given' when ${isOldEnough} then 'free' else 'missing' end)`,
  },
  found: {
    // One condition for each state: what is left of it when the state is known uses the index `students_unconsented`.
    guardian_consent: (wanted) =>
      sql`(${wanted} = 'given' and t.consented or ${wanted} = 'free' and not t.consented and ${isOldEnough}
        or ${wanted} = 'missing' and not t.consented and (t.born_on is null or t.born_on > ${lastBirthday}))`,
    college_id: ofClasses('college_id'),
    major_id: ofClasses('major_id'),
  },
  sortKeys: { child_name: sql.ref('t.name_pinyin') },
  within: studentsInScope,
};
