import type { Logger } from 'pino';
import { placeOf } from '../../context/server/queries/orgs.ts';
import type { Services } from '../../context/server/services.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { appendCountersignature } from './countersignatures.ts';
import type { Head } from './ledger.ts';
import { allHeads, beginChain, COUNTERSIGN, markCountersigned } from './queries/audit-chain.ts';
import { audit } from './queries/audit-logs.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'ledger' | 'events'> & { log: Pick<Logger, 'error'> };

/** Countersignatures are written by the system, not by a user of the institution. */
const SYSTEM = { caller: { userId: 'system' }, address: null, requestId: null };
const nobodysTenant = { orgId: null, userId: null };
const tenantOf = (orgId: string) => ({ orgId, userId: null });

/** Heads that grew since their last countersignature. Heads with a wrong signature are logged and skipped. */
async function headsToCountersign({ db, ledger, log }: Parts): Promise<Map<string, Head>> {
  const [heads] = await db.read(nobodysTenant, [allHeads()]);
  return new Map(
    heads.flatMap(({ org_id, seq, hash, signature, witnessed }) => {
      if (signature === '' || seq <= witnessed) return [];
      if (ledger.verify(org_id, { seq, hash }, signature)) return [[org_id, { seq, hash }]];
      log.error({ org_id }, 'operation log signature mismatch: run npm run audit verify');
      return [];
    }),
  );
}

/** Begins the chains of organisations whose entries are not linked yet. */
async function beginChains({ db, ledger }: Parts): Promise<void> {
  const [heads] = await db.read(nobodysTenant, [allHeads()]);
  for (const { org_id, signature } of heads)
    if (signature === '') await db.transaction(tenantOf(org_id), (tx) => beginChain(tx, ledger, org_id));
}

/**
 * Countersigns every chain that grew: a school's head in the log of its parent institution, all others in the
 * countersignature file. So a chain cannot be rewritten without contradicting another log or the file.
 *
 * @param file Path of the countersignature file
 */
export async function countersign(parts: Parts, file: string): Promise<void> {
  const { db, clock, ledger } = parts;
  await beginChains(parts);
  const below = new Map<string, Record<string, Head>>();
  for (const [orgId, head] of await headsToCountersign(parts)) {
    const [[org]] = await db.read(tenantOf(orgId), [placeOf(orgId)]);
    if (org?.parent_org_id) below.set(org.parent_org_id, { ...below.get(org.parent_org_id), [orgId]: head });
  }
  for (const [orgId, heads] of below) {
    const auditor = { ...SYSTEM, services: parts, actor: { orgId, roleId: null } };
    await db.transaction(tenantOf(orgId), (tx) =>
      audit(tx, auditor, {
        act: COUNTERSIGN,
        resource: 'log',
        rowId: '*',
        rowLabel: `${Object.keys(heads).length} 所学校`,
        after: { heads },
      }),
    );
    for (const [school, { seq }] of Object.entries(heads))
      await db.write(tenantOf(school), [markCountersigned(school, seq)]);
  }
  // The remaining chains have no parent institution, or grew by the countersignatures above.
  const top = await headsToCountersign(parts);
  if (top.size === 0) return;
  // A head that a power cut takes away must not be in the file.
  await db.flush();
  appendCountersignature(file, ledger, { at: nowIso(clock), heads: Object.fromEntries(top) });
  for (const [orgId, { seq }] of top) await db.write(tenantOf(orgId), [markCountersigned(orgId, seq)]);
}

/** Interval of countersigning. */
const INTERVAL_MS = 10 * 60_000;

/** Countersigns now, periodically, and once more at the end. @returns a function that stops it */
export function startCountersigning(parts: Parts, file: string): () => Promise<void> {
  let running = Promise.resolve();
  const next = () => {
    running = running
      .then(() => countersign(parts, file))
      .catch((error: unknown) => parts.log.error({ err: error }, 'operation log countersigning failed'));
    return running;
  };
  const timer = setInterval(() => void next(), INTERVAL_MS);
  timer.unref();
  void next();
  return () => {
    clearInterval(timer);
    return next();
  };
}
