import { sql } from 'kysely';
import type { RowTable } from './rows/table.ts';
import { studentsInScope } from './scope.ts';

/** Students as a resource; the table itself is described in `students.ts`. */
export const studentRows: RowTable = {
  computed: {
    class_name: sql`(select c.class_name from classes c where c.org_id = t.org_id and c.class_id = t.class_id)`,
    is_register: sql`(t.user_id is not null)`,
  },
  sortKeys: { child_name: sql.ref('t.name_pinyin') },
  within: studentsInScope,
};
