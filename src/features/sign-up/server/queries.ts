import { sql } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';

/** Guardians whom schools have recorded with this number, without an account: one for each school. Tenant: none. */
export const preparedGuardians = (mobile: string) =>
  qb
    .selectFrom(
      sql<{
        org: string;
        org_name: string;
        guardian: string;
        name: string;
        student_no: string;
      }>`prepared_guardians(${mobile})`.as('p'),
    )
    .select(['p.org', 'p.org_name', 'p.guardian', 'p.name', 'p.student_no'])
    .orderBy('p.org');

/** The account of staff with this number that has no password yet. Tenant: none. */
export const preparedStaff = (mobile: string, at: string) =>
  qb
    .selectFrom(
      sql<{
        org: string;
        org_name: string;
        person: string;
        name: string;
      }>`prepared_staff(${mobile}, ${at}::timestamptz)`.as('p'),
    )
    .innerJoin('accounts as a', 'a.user_id', 'p.person')
    .select(['p.org', 'p.org_name', 'p.person', 'p.name', 'a.login_name']);

/** Gives the prepared guardians of a number to an account, in all schools. */
export const linkGuardians = (mobile: string, userId: string, at: string) =>
  qb.selectNoFrom(sql<number>`link_prepared_guardians(${mobile}, ${userId}, ${at}::timestamptz)`.as('linked'));
