import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RowTable } from '../../../access/server/queries/row-table.ts';
import { classesInScope, schoolsInScope, studentsInScope, type Scope } from '../../../access/server/queries/scope.ts';
import { dividingReferences, type ScopedEntity } from '../../../schema/references.ts';
import type { EntitySchema } from '../../../schema/types.ts';
import { slot } from './rows/plan.ts';

type Condition = RawBuilder<SqlBool>;

/** The ids of an entity in a scope; the other entities are not divided by scopes. */
const IDS_IN_SCOPE: Readonly<Record<ScopedEntity, (scope: Scope) => Condition>> = {
  student: (scope) =>
    sql`select s.child_id from students s where s.org_id = ${slot('orgId')} and ${studentsInScope(scope, 's')}`,
  class: (scope) =>
    sql`select c.class_id from classes c where c.org_id = ${slot('orgId')} and ${classesInScope(scope, 'c')}`,
  school: (scope) =>
    sql`select o.org_id from orgs o where o.parent_org_id = ${slot('orgId')} and ${schoolsInScope(scope, 'o')}`,
};

/**
 * The rows of a resource in the shared table that are in a scope: those that refer to a student, class or school in it,
 * and those that refer to none.
 */
function within(schema: EntitySchema): RowTable['within'] {
  const references = dividingReferences(schema);
  return (scope, alias) => {
    if (scope.kind === 'all') return sql`true`;
    if (scope.kind === 'none') return sql`false`;
    if (references.length === 0) return sql`true`;
    const value = (field: string) => sql`(${sql.ref(`${alias}.ext`)} ->> ${sql.lit(field)})`;
    const values = (field: string) => sql`jsonb_array_elements_text(${sql.ref(`${alias}.ext`)} -> ${sql.lit(field)})`;
    const none = references.map(({ field }) => sql`${value(field)} is null`);
    const reached = references.flatMap(({ field, entity, several }) => {
      const ids = IDS_IN_SCOPE[entity]?.(scope);
      if (!ids) return [];
      if (!several) return [sql`${value(field)} in (${ids})`];
      const isList = sql`jsonb_typeof(${sql.ref(`${alias}.ext`)} -> ${sql.lit(field)}) = 'array'`;
      return [
        sql`(case when ${isList} then exists (select from ${values(field)} as one(id) where one.id in (${ids})) end)`,
      ];
    });
    return sql`((${sql.join(none, sql` and `)}) or ${sql.join(reached, sql` or `)})`;
  };
}

/** Rows of one resource in the table that all resources without one share. */
export const tenantRows = (schema: EntitySchema): RowTable => ({
  computed: { [schema['x-resource'].id]: sql`t.row_id` },
  idColumn: 'row_id',
  apart: { entity: schema.$id },
  within: within(schema),
});
