import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { PLATFORM_ORG } from '../../../context/server/platform-org.ts';
import type { Extension, Tx } from '../../../db/server/database.ts';
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

interface SignedHead extends Head {
  signature: string;
}
const signed = (ledger: Ledger, orgId: string, { seq, hash }: Head): SignedHead => ({
  seq,
  hash,
  signature: ledger.sign(orgId, { seq, hash }),
});

const updateHead = (orgId: string, head: SignedHead) =>
  qb.updateTable('audit_heads').set(head).where('org_id', '=', orgId);

/** Fails with `isOvertaken` where the head is not `from`. */
const advanceHead = (orgId: string, from: SignedHead, to: SignedHead) =>
  sql<{
    advanced: unknown;
  }>`select advance_audit_head(${orgId}, ${from.seq}, ${from.hash}, ${from.signature}, ${to.seq}, ${to.hash}, ${to.signature}) as advanced`.compile(
    qb,
  );

/** Links the entries that are older than the chain. */
async function linkOlderEntries(tx: Pick<Tx, 'run'>, orgId: string): Promise<Head> {
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
async function lockHeadOrBegin(
  tx: Pick<Tx, 'run'>,
  ledger: Ledger,
  orgId: string,
): Promise<{ head: Head; broken: boolean }> {
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

/** Where this process has left a chain, and for how many more writes it locks the head because others write too. */
interface End {
  head: SignedHead;
  locks: number;
}
const MAX_ENDS = 5000;
/** Writes that lock the head after another process was faster once. */
const LOCKS_AFTER_OTHERS = 10;
const endsOf = new WeakMap<Ledger, LRUCache<string, End>>();

function endsKnownTo(ledger: Ledger): LRUCache<string, End> {
  const ends = endsOf.get(ledger) ?? new LRUCache<string, End>({ max: MAX_ENDS });
  endsOf.set(ledger, ends);
  return ends;
}

/**
 * Appends entries to an organisation's chain as the last change of their transaction, so that the head is locked only
 * for the commit.
 *
 * @param entries May grow until the commit
 */
export function chainExtension(
  ledger: Ledger,
  orgId: string,
  entries: readonly LoggedEntry[],
): Omit<Extension, 'mapError'> {
  const ends = endsKnownTo(ledger);
  let end: End | undefined;
  const linked = (head: Head, broken: boolean, locks: number) => {
    const links = buildLinks(entries, head, broken);
    end = { head: signed(ledger, orgId, links.at(-1) ?? head), locks };
    const logs = entries.map((entry) => ({ ...entry }));
    return { logs: insertRows({ table: 'audit_logs' }, logs), links: insertRows({ table: 'audit_links' }, links), end };
  };
  return {
    key: `audit ${orgId}`,
    follow() {
      const known = ends.get(orgId);
      if (!known || known.locks > 0) return undefined;
      const { logs, links, end: next } = linked(known.head, false, 0);
      return [logs, advanceHead(orgId, known.head, next.head), links];
    },
    overtaken() {
      const known = ends.get(orgId);
      if (known) known.locks = LOCKS_AFTER_OTHERS;
    },
    async statements(tx) {
      const { head, broken } = await lockHeadOrBegin(tx, ledger, orgId);
      const { logs, links, end: next } = linked(head, broken, Math.max(0, (ends.get(orgId)?.locks ?? 0) - 1));
      return [logs, links, updateHead(orgId, next.head)];
    },
    committed() {
      if (end) ends.set(orgId, end);
    },
  };
}

/** Begins the chain of an organisation whose entries are not linked yet. */
export async function beginChain(tx: Tx, ledger: Ledger, orgId: string): Promise<void> {
  const { head, broken } = await lockHeadOrBegin(tx, ledger, orgId);
  if (!broken) await tx.run(updateHead(orgId, signed(ledger, orgId, head)));
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

/** Organisations that were erased, as the platform's chain says; their own chains are gone with them. */
export const erasedOrganisations = () =>
  qb
    .selectFrom('audit_logs')
    .select('row_id')
    .distinct()
    .where('org_id', '=', PLATFORM_ORG)
    .where('act', '=', 'erase')
    .where('resource', '=', 'organisation');

/** Countersignature entries in an institution's log. */
export const countersignatureEntries = (orgId: string) =>
  qb
    .selectFrom('audit_logs')
    .select(['at', 'after'])
    .where('org_id', '=', orgId)
    .where('act', '=', COUNTERSIGN)
    .orderBy('at');
