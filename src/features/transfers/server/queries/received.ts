import { sql } from 'kysely';
import { studentsInScope, type Scope } from '../../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { ReceivedRecordsTable, ReceivedSectionsTable } from './tables.ts';

const HEAD = [
  'p.transfer_id',
  'p.from_org_id',
  'p.from_name',
  'p.parts',
  'p.state',
  'p.sent_at',
  'p.expires_at',
  'p.answered_at',
] as const;

/** Packages that came in, the waiting ones first; the student of an accepted one where within the scope. */
export const receivedPage = (orgId: string, scope: Scope, { page, size }: { page: number; size: number }) =>
  qb
    .selectFrom('transfer_packages as p')
    .leftJoin('received_records as r', (join) =>
      join.onRef('r.org_id', '=', 'p.org_id').onRef('r.transfer_id', '=', 'p.transfer_id'),
    )
    .leftJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 'r.org_id').onRef('s.child_id', '=', 'r.child_id').on(studentsInScope(scope, 's')),
    )
    .select([...HEAD, 's.child_id', 's.child_name'])
    .where('p.org_id', '=', orgId)
    .orderBy(sql`p.state = 'waiting'`, 'desc')
    .orderBy('p.sent_at', 'desc')
    .orderBy('p.transfer_id')
    .limit(size)
    .offset((page - 1) * size);

export const receivedCounts = (orgId: string, now: string) =>
  qb
    .selectFrom('transfer_packages as p')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`(count(*) filter (where p.state = 'waiting' and p.expires_at > ${now}))::int`.as('waiting'),
    ])
    .where('p.org_id', '=', orgId);

/** A package with its encrypted contents. Tenant: the receiving school. */
export const packageOf = (orgId: string, transferId: string) =>
  qb
    .selectFrom('transfer_packages as p')
    .select([...HEAD, 'p.student', 'p.content', 'p.summary', 'p.informed_at'])
    .where('p.org_id', '=', orgId)
    .where('p.transfer_id', '=', transferId);

/** The same, locked until the transaction ends: whoever answers or takes back at the same time waits. */
export const lockPackage = (orgId: string, transferId: string) => packageOf(orgId, transferId).forUpdate();

/** Ends a package and empties it. */
export const endPackage = (
  orgId: string,
  transferId: string,
  end: { state: 'accepted' | 'declined'; answered_at: string; answered_by: string; answer?: string },
) =>
  qb
    .updateTable('transfer_packages')
    .set({ ...end, student: null, content: null, summary: null })
    .where('org_id', '=', orgId)
    .where('transfer_id', '=', transferId);

/** Empties what nobody has answered in time. */
export const expirePackages = (orgId: string, now: string) =>
  qb
    .updateTable('transfer_packages')
    .set({ state: 'expired', student: null, content: null, summary: null })
    .where('org_id', '=', orgId)
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .returning(['transfer_id', 'from_org_id', 'from_name']);

export const noteInformed = (orgId: string, transferId: string, at: string | null) =>
  qb
    .updateTable('transfer_packages')
    .set({ informed_at: at })
    .where('org_id', '=', orgId)
    .where('transfer_id', '=', transferId);

export const insertRecord = (row: ReceivedRecordsTable) => qb.insertInto('received_records').values(row);
export const insertSections = (rows: readonly ReceivedSectionsTable[]) =>
  qb.insertInto('received_sections').values([...rows]);

/** What former schools have handed over about a student, the latest first. */
export const recordsOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('received_records')
    .select(['transfer_id', 'from_name', 'sent_at', 'accepted_at', sql<boolean>`summary is not null`.as('has_summary')])
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .orderBy('accepted_at', 'desc')
    .orderBy('transfer_id');

export const sectionsOf = (orgId: string, childId: string) =>
  qb
    .selectFrom('received_sections')
    .select(['section_id', 'transfer_id', 'part', 'title', 'body'])
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .orderBy('transfer_id')
    .orderBy('position');

export const summaryOf = (orgId: string, childId: string, transferId: string) =>
  qb
    .selectFrom('received_records')
    .select(['summary', 'from_name', 'sent_at'])
    .where('org_id', '=', orgId)
    .where('child_id', '=', childId)
    .where('transfer_id', '=', transferId);
