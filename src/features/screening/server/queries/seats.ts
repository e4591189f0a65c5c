import { sql } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/**
 * Stores the last contact of a device with a sheet of a child in a scope. A device that never opened the sheet is
 * ignored: invented devices would fill the table.
 */
export const noteSeat = (
  orgId: string,
  scope: Scope,
  { id, device, unsent, at }: { id: string; device: string; unsent: number; at: string },
) =>
  qb
    .insertInto('exam_seats')
    .columns(['org_id', 'child_exam_id', 'device', 'unsent', 'contact_at'])
    .expression((eb) =>
      eb
        .selectFrom('exam_sheets as h')
        .innerJoin('students as s', (join) =>
          join.onRef('s.org_id', '=', 'h.org_id').onRef('s.child_id', '=', 'h.child_id'),
        )
        .select(['h.org_id', 'h.child_exam_id'])
        .select([
          sql<string>`${device}::text`.as('device'),
          sql<number>`${unsent}::smallint`.as('unsent'),
          sql<string>`${at}::timestamptz`.as('contact_at'),
        ])
        .where('h.org_id', '=', orgId)
        .where('h.child_exam_id', '=', id)
        .where(studentsInScope(scope, 's'))
        .where(sql<boolean>`(h.device = ${device} or ${device} = any(h.former_devices))`),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'child_exam_id', 'device'])
        .doUpdateSet((eb) => ({ unsent: eb.ref('excluded.unsent'), contact_at: eb.ref('excluded.contact_at') })),
    );

/** What a device had to send is here now. */
export const forgetSeat = (orgId: string, id: string, device: string) =>
  qb
    .updateTable('exam_seats')
    .set({ unsent: 0 })
    .where('org_id', '=', orgId)
    .where('child_exam_id', '=', id)
    .where('device', '=', device);
