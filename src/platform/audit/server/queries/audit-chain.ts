import type { Statement, Tx } from '../../../db/server/database.ts';
import { qb } from '../../../db/server/query-builder.ts';
import { insertRows } from '../../../resources/server/queries/rows/write.ts';
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

/** Entries that are linked at once where a log from before there were chains is taken in. */
const PIECE = 2000;

/** The act of an entry by which an organisation confirms how far the chains below it have got. */
export const COUNTERSIGN = 'countersign';

const ENTRY = [
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

/** The last link of a chain, which its head should be. */
const lastLink = (orgId: string) =>
  qb.selectFrom('audit_links').select(['seq', 'hash']).where('org_id', '=', orgId).orderBy('seq', 'desc').limit(1);

/** Entries without a link: of the time before there were chains, or written past the product. */
export const unlinked = (orgId: string, limit: number) =>
  qb
    .selectFrom('audit_logs as e')
    .select(['e.org_id', 'e.log_id', ...ENTRY])
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

/** The links of entries, in their order, behind a head. */
function linked(entries: readonly LoggedEntry[], { seq, hash }: Head, broken: boolean): Link[] {
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

const moved = (ledger: Ledger, orgId: string, { seq, hash }: Head) =>
  qb
    .updateTable('audit_heads')
    .set({ seq, hash, signature: ledger.sign(orgId, { seq, hash }) })
    .where('org_id', '=', orgId);

/** Links the entries that were there before the chain began. */
async function takeIn(tx: Tx, orgId: string): Promise<Head> {
  let head = START;
  for (;;) {
    const links = linked(await tx.run(unlinked(orgId, PIECE)), head, false);
    const last = links.at(-1);
    if (!last) return head;
    await tx.run(insertRows({ table: 'audit_links' }, links));
    head = last;
  }
}

/**
 * Locks a chain's head until the end of the transaction, so that writers of one organisation come one after the other.
 * A head that is not as it was left (its signature does not fit, or it is gone while links are there) is no reason to
 * write nothing: the next link says for ever that it was so.
 */
async function takeHead(tx: Tx, ledger: Ledger, orgId: string): Promise<{ head: Head; broken: boolean }> {
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
  if (head && ledger.holds(orgId, head, head.signature)) return { head, broken: false };
  const [last] = await tx.run(lastLink(orgId));
  if (last || head?.signature) return { head: last ?? START, broken: true };
  return { head: await takeIn(tx, orgId), broken: false };
}

/** What writes entries behind an organisation's chain; sent with the commit, so that others wait for nothing but that. */
export async function chained(
  tx: Tx,
  ledger: Ledger,
  orgId: string,
  entries: readonly LoggedEntry[],
): Promise<Statement[]> {
  const { head, broken } = await takeHead(tx, ledger, orgId);
  const links = linked(entries, head, broken);
  return [
    insertRows(
      { table: 'audit_logs' },
      entries.map((entry) => ({ ...entry })),
    ),
    insertRows({ table: 'audit_links' }, links),
    moved(ledger, orgId, links.at(-1) ?? head),
  ];
}

/** Begins the chain of an organisation whose entries have none, as the first entry written would. */
export async function beginChain(tx: Tx, ledger: Ledger, orgId: string): Promise<void> {
  const { head, broken } = await takeHead(tx, ledger, orgId);
  if (!broken) await tx.run(moved(ledger, orgId, head));
}

/** The heads of all chains; whoever asks needs no tenant. */
export const allHeads = () =>
  qb.selectFrom('audit_heads').select(['org_id', 'seq', 'hash', 'signature', 'witnessed']).orderBy('org_id');

export const markWitnessed = (orgId: string, seq: number) =>
  qb.updateTable('audit_heads').set({ witnessed: seq }).where('org_id', '=', orgId).where('witnessed', '<', seq);

/** Links behind a number with their entries; of an entry that is gone everything is null. */
export const linksAfter = (orgId: string, seq: number, limit: number) =>
  qb
    .selectFrom('audit_links as l')
    .leftJoin('audit_logs as e', (join) => join.onRef('e.log_id', '=', 'l.log_id').on('e.org_id', '=', orgId))
    .select(['l.org_id', 'l.seq', 'l.log_id', 'l.digest', 'l.broken', 'l.hash', 'e.log_id as found', ...ENTRY])
    .where('l.org_id', '=', orgId)
    .where('l.seq', '>', seq)
    .orderBy('l.seq')
    .limit(limit);

/** What an organisation countersigned of those below it, and what it is called. */
export const countersigned = (orgId: string) =>
  qb
    .selectFrom('audit_logs')
    .select(['at', 'after'])
    .where('org_id', '=', orgId)
    .where('act', '=', COUNTERSIGN)
    .orderBy('at');
