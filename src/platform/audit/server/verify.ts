import { PLATFORM_ORG } from '../../context/server/platform-org.ts';
import { placeOf } from '../../context/server/queries/orgs.ts';
import type { Database } from '../../db/server/database.ts';
import { own } from '../../schema/json.ts';
import { headsIn, type Countersignature } from './countersignatures.ts';
import { digestOf, hashOf, type Head, type Ledger, type Link, type LoggedEntry } from './ledger.ts';
import { allHeads, countersignatureEntries, erasedOrganisations, linksAfter, unlinked } from './queries/audit-chain.ts';

/** Kinds of tampering with entries or with the end of a log. */
export type Tampering = 'edited' | 'reordered' | 'removed' | 'inserted' | 'truncated' | 'unsigned' | 'resumed';
export interface Finding {
  kind: Tampering;
  seq?: number;
  logId?: string;
  text: string;
}
export interface Verdict {
  orgId: string;
  orgName: string;
  entries: number;
  findings: Finding[];
}

/** A countersigned head. @property by who countersigned it */
interface Checkpoint extends Head {
  by: string;
  at: string;
}

/** A link with its entry, where that exists. */
type Row = Link & ({ found: null } | ({ found: string } & LoggedEntry));
/** A link whose hash or digest is wrong, with its predecessor and the digest of its entry. */
interface Misfit {
  link: Link;
  previous: Link | undefined;
  actual: string | null;
}

const BATCH_SIZE = 1000;
/** Maximum number of reported entries outside the chain. */
const MAX_UNLINKED = 50;
const TIME_LIMIT_MS = 30 * 60_000;

const after = (previous: Link | undefined) => previous?.hash ?? '';

/** Explains a misfit: its entry or link belongs to another place, was inserted, or was changed. */
function explain({ link, previous, actual }: Misfit, all: readonly Misfit[], before: Link | undefined): Finding {
  const { seq, log_id: logId } = link;
  const at = { seq, logId };
  if (actual === null) return { ...at, kind: 'removed', text: `第 ${seq} 条（${logId}）的内容被删除` };
  if (actual !== link.digest) {
    const other = all.find((one) => one.link !== link && one.link.digest === actual);
    return other
      ? { ...at, kind: 'reordered', text: `第 ${seq} 条（${logId}）与第 ${other.link.seq} 条调换了内容` }
      : { ...at, kind: 'edited', text: `第 ${seq} 条（${logId}）的内容被改动` };
  }
  const fits = (one: Link, place: number, behind: Link | undefined) =>
    hashOf({ ...one, seq: place }, after(behind)) === one.hash;
  if (previous && fits(link, seq - 1, before))
    return {
      seq: seq - 1,
      logId: previous.log_id,
      kind: 'inserted',
      text: `第 ${seq - 1} 条（${previous.log_id}）是后来插入的`,
    };
  const owner = all.find((one) => one.link !== link && fits(one.link, seq, previous));
  if (owner)
    return {
      ...at,
      kind: 'reordered',
      text: `第 ${seq} 条（${logId}）不在原来的位置，这里原来是 ${owner.link.log_id}`,
    };
  return { ...at, kind: 'edited', text: `第 ${seq} 条（${logId}）与前一条接不上：它或它前面的记录被改动、调换或删除` };
}

/** Verifies one chain in a snapshot of its own. */
async function verifyOne(
  db: Database,
  ledger: Ledger,
  orgId: string,
  checkpoints: readonly Checkpoint[],
): Promise<Verdict> {
  const tenant = { orgId, userId: null };
  return db.transaction(
    tenant,
    async (tx) => {
      const findings: Finding[] = [];
      const misfits: (Misfit & { before: Link | undefined })[] = [];
      const expected = new Map(checkpoints.map((checkpoint) => [checkpoint.seq, checkpoint]));
      let [before, previous, entries]: [Link | undefined, Link | undefined, number] = [undefined, undefined, 0];
      for (;;) {
        const rows = (await tx.run(linksAfter(orgId, previous?.seq ?? 0, BATCH_SIZE))) as Row[];
        for (const row of rows) {
          const { org_id, seq, log_id, digest, broken, hash } = row;
          const link: Link = { org_id, seq, log_id, digest, broken, hash };
          const last = previous?.seq ?? 0;
          if (seq > last + 1)
            findings.push({
              kind: 'removed',
              seq: last + 1,
              text: seq === last + 2 ? `第 ${last + 1} 条被删除` : `第 ${last + 1}–${seq - 1} 条被删除`,
            });
          const actual = row.found === null ? null : digestOf(row);
          const follows = seq > last + 1 || hashOf(link, after(previous)) === hash;
          if (actual !== digest || !follows) misfits.push({ link, previous, before, actual });
          if (broken)
            findings.push({
              kind: 'resumed',
              seq,
              logId: log_id,
              text: `写入第 ${seq} 条时，此前的末尾已经不是系统留下的样子（被截断或改写，或 APP_SECRET 换过）`,
            });
          const checkpoint = expected.get(seq);
          if (checkpoint && checkpoint.hash !== hash)
            findings.push({
              kind: 'edited',
              seq,
              logId: log_id,
              text: `第 ${seq} 条与 ${checkpoint.by} 在 ${checkpoint.at} 见证过的不同：到这一条为止的记录被改写`,
            });
          [before, previous] = [previous, link];
          entries++;
        }
        if (rows.length < BATCH_SIZE) break;
      }
      findings.push(...misfits.map((one) => explain(one, misfits, one.before)));
      findings.push(
        ...(await tx.run(unlinked(orgId, MAX_UNLINKED))).map(({ log_id }): Finding => ({
          kind: 'inserted',
          logId: log_id,
          text: `${log_id} 不在链上：不是系统写入的`,
        })),
      );
      const [[head], [org]] = await tx.batch([headOf(orgId), placeOf(orgId)]);
      findings.push(...checkEnd(ledger, orgId, head, previous, checkpoints));
      return {
        orgId,
        orgName: org?.org_name ?? (orgId === PLATFORM_ORG ? '平台' : ''),
        entries,
        findings: findings.sort((a, b) => (a.seq ?? Infinity) - (b.seq ?? Infinity)),
      };
    },
    { isolation: 'repeatable read', timeLimitMs: TIME_LIMIT_MS },
  );
}

const headOf = (orgId: string) => allHeads().where('org_id', '=', orgId);

/** Compares the end of a chain with its signed head and the last checkpoint. */
function checkEnd(
  ledger: Ledger,
  orgId: string,
  head: (Head & { signature: string }) | undefined,
  last: Link | undefined,
  checkpoints: readonly Checkpoint[],
): Finding[] {
  const findings: Finding[] = [];
  const seq = last?.seq ?? 0;
  const hash = last?.hash ?? '';
  const known = checkpoints.reduce<Checkpoint | undefined>(
    (most, checkpoint) => (checkpoint.seq > (most?.seq ?? seq) ? checkpoint : most),
    undefined,
  );
  if (known)
    findings.push({
      kind: 'truncated',
      seq: seq + 1,
      text: `末尾被截断：${known.by} 在 ${known.at} 见证过 ${known.seq} 条，现在只有 ${seq} 条`,
    });
  if (!head) return [...findings, { kind: 'truncated', seq: seq + 1, text: '末尾的签名不见了' }];
  if (head.signature === '') return findings;
  if (!ledger.verify(orgId, head, head.signature))
    return [
      ...findings,
      { kind: 'unsigned', seq: head.seq, text: '末尾的签名不对：被截断或改写，或 APP_SECRET 不是写入时的那一个' },
    ];
  if (head.seq > seq)
    findings.push({
      kind: 'truncated',
      seq: seq + 1,
      text: head.seq === seq + 1 ? `末尾的第 ${head.seq} 条被截断` : `末尾的第 ${seq + 1}–${head.seq} 条被截断`,
    });
  else if (head.seq < seq)
    findings.push({ kind: 'inserted', seq: head.seq + 1, text: `第 ${head.seq + 1} 条起不是系统写入的` });
  else if (head.hash !== hash) findings.push({ kind: 'edited', seq, text: '末尾与签名不符：记录被改写' });
  return findings;
}

/**
 * Verifies chains against their signed heads and against the countersignatures of institutions and of the file.
 *
 * @param only One organisation; default all that have a chain or a countersignature
 */
export async function verifyAudit(
  db: Database,
  ledger: Ledger,
  countersignatures: readonly Countersignature[],
  only?: string,
): Promise<Verdict[]> {
  const [heads] = await db.read({ orgId: null, userId: null }, [allHeads()]);
  const checkpoints = new Map<string, Checkpoint[]>();
  const note = (by: string, { at, heads: confirmed }: Countersignature) => {
    for (const [org, head] of Object.entries(confirmed))
      checkpoints.set(org, [...(checkpoints.get(org) ?? []), { ...head, by, at }]);
  };
  for (const one of countersignatures) note('见证文件', one);
  for (const { org_id } of heads) {
    const [entries] = await db.read({ orgId: org_id, userId: null }, [countersignatureEntries(org_id)]);
    for (const { at, after: content } of entries)
      note(`上级机构 ${org_id}`, { at, heads: headsIn(own(content, 'heads')) });
  }
  const [erased] = await db.read({ orgId: PLATFORM_ORG, userId: null }, [erasedOrganisations()]);
  const present = new Set(heads.map(({ org_id }) => org_id));
  // What others have countersigned of an erased chain is no evidence against its absence.
  for (const { row_id } of erased) if (!present.has(row_id)) checkpoints.delete(row_id);
  const verdicts: Verdict[] = [];
  for (const orgId of [...new Set([...heads.map(({ org_id }) => org_id), ...checkpoints.keys()])].sort()) {
    if (only === undefined || only === orgId)
      verdicts.push(await verifyOne(db, ledger, orgId, checkpoints.get(orgId) ?? []));
  }
  return verdicts;
}
