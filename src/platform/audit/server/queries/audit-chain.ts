import type { Statement, Tx } from '../../../db/server/database.ts';
import { insertRows } from '../../../db/server/insert-rows.ts';
import { qb } from '../../../db/server/query-builder.ts';
import { digestOf, hashOf, type Head, type Ledger, type Link, type LoggedEntry } from '../ledger.ts';

export interface AuditLinksTable extends Link {}
export interface AuditHeadsTable extends Head {
  org_id: string;
  signature: string;
  witnessed: number;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    audit_links: AuditLinksTable;
    audit_heads: AuditHeadsTable;
  }
}

/** Batch size for linking entries that are older than the chain. */
const BATCH_SIZE = 2000;

/** Act of an entry by which an institution countersigns the heads of its schools' chains. */
export const COUNTERSIGN = 'countersign';

const ENTRY_COLUMNS = [
  'e.at',
  'e.user_id',
  'e.role_id',
  'e.act',
  'e.resource',
  'e.row_id',
  'e.row_label',
  'e.before',
  'e.after',
  'e.address',
  'e.request_id',
] as const;

const START: Head = { seq: 0, hash: '' };

const lockHead = (orgId: string) =>
  qb.selectFrom('audit_heads').select(['seq', 'hash', 'signature']).where('org_id', '=', orgId).forUpdate();

/** The last link of a chain; its head must match. */
const lastLink = (orgId: string) =>
  qb.selectFrom('audit_links').select(['seq', 'hash']).where('org_id', '=', orgId).orderBy('seq', 'desc').limit(1);

/** Entries without a link: older than the chain, or not written by the product. */
export const unlinked = (orgId: string, limit: number) =>
  qb
    .selectFrom('audit_logs as e')
    .select(['e.org_id', 'e.log_id', ...ENTRY_COLUMNS])
    .where('e.org_id', '=', orgId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_links as l')
            .select('l.seq')
            .where('l.org_id', '=', orgId)
            .whereRef('l.log_id', '=', 'e.log_id'),
        ),
      ),
    )
    .orderBy('e.at')
    .orderBy('e.log_id')
    .limit(limit);

/** Links for entries that follow a head, in order. */
function buildLinks(entries: readonly LoggedEntry[], { seq, hash }: Head, broken: boolean): Link[] {
  let previous = hash;
  return entries.map((entry, i) => {
    const link = {
      org_id: entry.org_id,
      seq: seq + i + 1,
      log_id: entry.log_id,
      digest: digestOf(entry),
      broken: broken && i === 0,
    };
    previous = hashOf(link, previous);
    return { ...link, hash: previous };
  });
}

const updateHead = (ledger: Ledger, orgId: string, { seq, hash }: Head) =>
  qb
    .updateTable('audit_heads')
    .set({ seq, hash, signature: ledger.sign(orgId, { seq, hash }) })
    .where('org_id', '=', orgId);

/** Links the entries that are older than the chain. */
async function linkOlderEntries(tx: Tx, orgId: string): Promise<Head> {
  let head = START;
  for (;;) {
    const links = buildLinks(await tx.run(unlinked(orgId, BATCH_SIZE)), head, false);
    const last = links.at(-1);
    if (!last) return head;
    await tx.run(insertRows({ table: 'audit_links' }, links));
    head = last;
  }
}

/**
 * Locks a chain's head until the end of the transaction, so that entries of one organisation are appended one after
 * another. An invalid head (wrong signature, or missing while links exist) does not prevent writing: the next link
 * records it in `broken`.
 */
async function lockHeadOrBegin(tx: Tx, ledger: Ledger, orgId: string): Promise<{ head: Head; broken: boolean }> {
  let [head] = await tx.run(lockHead(orgId));
  if (!head) {
    await tx.run(
      qb
        .insertInto('audit_heads')
        .values({ org_id: orgId, ...START, signature: '', witnessed: 0 })
        .onConflict((conflict) => conflict.doNothing()),
    );
    [head] = await tx.run(lockHead(orgId));
  }
  if (head && ledger.verify(orgId, head, head.signature)) return { head, broken: false };
  const [last] = await tx.run(lastLink(orgId));
  if (last || head?.signature) return { head: last ?? START, broken: true };
  return { head: await linkOlderEntries(tx, orgId), broken: false };
}

/** Statements that append entries to an organisation's chain. Sent with the commit, so that the lock is short. */
export async function appendStatements(
  tx: Tx,
  ledger: Ledger,
  orgId: string,
  entries: readonly LoggedEntry[],
): Promise<Statement[]> {
  const { head, broken } = await lockHeadOrBegin(tx, ledger, orgId);
  const links = buildLinks(entries, head, broken);
  return [
    insertRows(
      { table: 'audit_logs' },
      entries.map((entry) => ({ ...entry })),
    ),
    insertRows({ table: 'audit_links' }, links),
    updateHead(ledger, orgId, links.at(-1) ?? head),
  ];
}

/** Begins the chain of an organisation whose entries are not linked yet. */
export async function beginChain(tx: Tx, ledger: Ledger, orgId: string): Promise<void> {
  const { head, broken } = await lockHeadOrBegin(tx, ledger, orgId);
  if (!broken) await tx.run(updateHead(ledger, orgId, head));
}

/** The heads of all chains; readable without a tenant. */
export const allHeads = () =>
  qb.selectFrom('audit_heads').select(['org_id', 'seq', 'hash', 'signature', 'witnessed']).orderBy('org_id');

/** Records that a chain is countersigned up to a link. */
export const markCountersigned = (orgId: string, seq: number) =>
  qb.updateTable('audit_heads').set({ witnessed: seq }).where('org_id', '=', orgId).where('witnessed', '<', seq);

/** Links after a number with their entries; all columns of a missing entry are null. */
export const linksAfter = (orgId: string, seq: number, limit: number) =>
  qb
    .selectFrom('audit_links as l')
    .leftJoin('audit_logs as e', (join) => join.onRef('e.log_id', '=', 'l.log_id').on('e.org_id', '=', orgId))
    .select(['l.org_id', 'l.seq', 'l.log_id', 'l.digest', 'l.broken', 'l.hash', 'e.log_id as found', ...ENTRY_COLUMNS])
    .where('l.org_id', '=', orgId)
    .where('l.seq', '>', seq)
    .orderBy('l.seq')
    .limit(limit);

/** Countersignature entries in an institution's log. */
export const countersignatureEntries = (orgId: string) =>
  qb
    .selectFrom('audit_logs')
    .select(['at', 'after'])
    .where('org_id', '=', orgId)
    .where('act', '=', COUNTERSIGN)
    .orderBy('at');
