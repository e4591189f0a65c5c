import type { Logger } from 'pino';
import { placeOf } from '../../access/server/queries/orgs.ts';
import type { Services } from '../../context/server/context.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import type { Head } from './ledger.ts';
import { allHeads, beginChain, COUNTERSIGN, markWitnessed } from './queries/audit-chain.ts';
import { audit } from './queries/audit-logs.ts';
import { addSeal } from './seals.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'ledger'> & { log: Pick<Logger, 'error'> };

/** Whose log a countersignature stands in is an organisation; nobody of it wrote it. */
const NOBODY = { caller: { userId: 'system' }, address: null, requestId: null };
const nobodysTenant = { orgId: null, userId: null };
const tenantOf = (orgId: string) => ({ orgId, userId: null });

/** Heads that nobody has countersigned yet. One that is not as the product left it is told, and not confirmed. */
async function unwitnessed({ db, ledger, log }: Parts): Promise<Map<string, Head>> {
  const [heads] = await db.read(nobodysTenant, [allHeads()]);
  return new Map(
    heads.flatMap(({ org_id, seq, hash, signature, witnessed }) => {
      if (signature === '' || seq <= witnessed) return [];
      if (ledger.holds(org_id, { seq, hash }, signature)) return [[org_id, { seq, hash }]];
      log.error({ org_id }, 'the operation log is not as it was left: run npm run audit verify');
      return [];
    }),
  );
}

/** Begins the chains of organisations whose entries are older than chains. */
async function beginChains({ db, ledger }: Parts): Promise<void> {
  const [heads] = await db.read(nobodysTenant, [allHeads()]);
  for (const { org_id, signature } of heads)
    if (signature === '') await db.transaction(tenantOf(org_id), (tx) => beginChain(tx, ledger, org_id));
}

/**
 * Has every chain that grew countersigned: a school's in the log of the institution above it, all others in the file of
 * seals. Whoever owns the database and the key of one of them cannot take back what the other confirmed.
 *
 * @param file Of seals
 */
export async function witness(parts: Parts, file: string): Promise<void> {
  const { db, clock, ledger } = parts;
  await beginChains(parts);
  const below = new Map<string, Record<string, Head>>();
  for (const [orgId, head] of await unwitnessed(parts)) {
    const [[org]] = await db.read(tenantOf(orgId), [placeOf(orgId)]);
    if (org?.parent_org_id) below.set(org.parent_org_id, { ...below.get(org.parent_org_id), [orgId]: head });
  }
  for (const [orgId, heads] of below) {
    const auditor = { ...NOBODY, services: parts, actor: { orgId, roleId: null } };
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
      await db.write(tenantOf(school), [markWitnessed(school, seq)]);
  }
  // What is left is nobody's below, and the institutions that have just confirmed something.
  const top = await unwitnessed(parts);
  if (top.size === 0) return;
  addSeal(file, ledger, { at: nowIso(clock), heads: Object.fromEntries(top) });
  for (const [orgId, { seq }] of top) await db.write(tenantOf(orgId), [markWitnessed(orgId, seq)]);
}

/** How often chains are countersigned. */
const EVERY_MS = 10 * 60_000;

/** Countersigns now, from time to time, and once more at the end. @returns what ends it */
export function keepWitnessing(parts: Parts, file: string): () => Promise<void> {
  let running = Promise.resolve();
  const next = () =>
    (running = running
      .then(() => witness(parts, file))
      .catch((error: unknown) => parts.log.error({ err: error }, 'the operation log was not countersigned')));
  const timer = setInterval(() => void next(), EVERY_MS);
  timer.unref();
  void next();
  return () => {
    clearInterval(timer);
    return next();
  };
}
