import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import type { Draft, FlatRow, ResourceHooks, Written } from '../../../../platform/resources/server/hooks.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import { addStep } from '../../../crisis/server/public.ts';
import { STUDENT_NOT_REACHED, studentsReached } from '../../../students/server/public.ts';
import { openCases, recordRows } from '../queries/records.ts';

/** Author columns of a record. */
const author = ({ actor, caller, services: { access } }: OrgContext) => ({
  created_by: caller.userId,
  author_group: access.groupOf(actor.roleId) ?? '',
});

/** Assigns new records to the student's open case, if there is one. */
export async function intoCases(tx: Tx, { actor: { orgId } }: OrgContext, rows: readonly FlatRow[]): Promise<void> {
  const cases = new Map(
    (
      await tx.run(
        openCases(
          orgId,
          rows.map((row) => String(row['child_id'])),
        ),
      )
    ).map(({ child_id, case_id }) => [child_id, case_id]),
  );
  for (const row of rows) {
    const found = cases.get(String(row['child_id']));
    if (found !== undefined) row['case_id'] = found;
  }
}

/**
 * Adds the case step of a new record.
 *
 * @param at time of the event, if it differs from now
 */
export async function addRecordStep(
  tx: Tx,
  ctx: OrgContext,
  table: string,
  kind: string,
  { id, row }: Pick<Written, 'id' | 'row'>,
  at?: unknown,
): Promise<void> {
  if (typeof row['case_id'] !== 'string') return;
  const restrictedTo = row['restricted'] === true ? author(ctx).author_group : undefined;
  await addStep(tx, ctx, {
    caseId: row['case_id'],
    kind,
    recordTable: table,
    recordId: id,
    ...(typeof at === 'string' && !isDay(at) && { at: new Date(at).toISOString() }),
    ...(restrictedTo !== undefined && { restrictedTo }),
  });
}

interface RecordKind {
  /** Table of the records, and the kind of their case step (`case_step_kind`). */
  table: string;
  step: string;
  rows?: RowTable;
  /** Field with the instant or day of the event; it must not be in the future. */
  when?: string;
}

/** Fields of a restricted record in the audit log: its readers need not have the right to read the record. */
const LOGGED_RESTRICTED: ReadonlySet<string> = new Set(['child_id', 'restricted']);

const isDay = (moment: string) => moment.length === 10;
const isToCome = (moment: string, now: number) => (isDay(moment) ? moment > dayOf(now) : Date.parse(moment) > now);

const isNew = ({ before }: Draft) => !before;

/**
 * Common hooks of records: the student is within the author's scope, and the record joins the student's open case as a
 * step.
 */
export const recordHooks = ({ table, step, rows = recordRows(), when }: RecordKind): ResourceHooks => ({
  table: rows,

  derivedColumns: ({ row, before }, ctx) => (before ? {} : { ...author(ctx), case_id: row['case_id'] ?? null }),

  logs: ({ restricted }) => (restricted === true ? LOGGED_RESTRICTED : undefined),

  async validate(tx, ctx, drafts, reject) {
    const {
      actor,
      services: { access, clock },
    } = ctx;
    const fresh = drafts.filter(isNew).map(({ row }) => row);
    if (fresh.length > 0) {
      const reached = new Set(
        (
          await tx.run(
            studentsReached(
              actor.orgId,
              access.scope(actor, 'student'),
              fresh.map((row) => String(row['child_id'])),
            ),
          )
        ).map(({ child_id }) => child_id),
      );
      for (const [i, { row, before }] of drafts.entries())
        if (!before && !reached.has(String(row['child_id']))) reject(i, 'child_id', STUDENT_NOT_REACHED);
      await intoCases(tx, ctx, fresh);
    }
    if (when === undefined) return;
    for (const [i, { row, before }] of drafts.entries()) {
      const moment = row[when];
      if (typeof moment === 'string' && moment !== before?.[when] && isToCome(moment, clock.now()))
        reject(i, when, '还没有到这个时间');
    }
  },

  async beforeWrite(tx, ctx, written) {
    for (const one of written)
      if (isNew(one)) await addRecordStep(tx, ctx, table, step, one, when === undefined ? undefined : one.row[when]);
  },
});
