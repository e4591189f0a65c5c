import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { systemIn } from '../../../platform/audit/server/operator.ts';
import { allTenants } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { erasuresOf } from '../../../platform/resources/server/queries/child-records.ts';
import { appendDurably } from '../../../platform/runtime/server/durable-file.ts';
import { own } from '../../../platform/schema/json.ts';
import { repeatErasure } from './erase-record.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'ledger' | 'events' | 'objects' | 'access' | 'log'>;

/**
 * Ids of erased people, one per line, outside of the database, so that erasures are repeated after a restore from a
 * backup.
 */
export const erasuresFile = (dataDir: string): string => path.join(dataDir, 'erasures.jsonl');

interface Line {
  org: string;
  child: string;
}

function linesOf(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        const line: unknown = JSON.parse(text);
        const [org, child] = [own(line, 'org'), own(line, 'child')];
        return typeof org === 'string' && typeof child === 'string' ? [{ org, child }] : [];
      } catch {
        // The last line of a killed process may be incomplete.
        return [];
      }
    });
}

const append = (file: string, lines: readonly Line[]): void =>
  appendDurably(file, lines.map((line) => `\n${JSON.stringify(line)}`).join(''));

/**
 * Synchronises file and database: both list all erasures, and an erased person who exists again is erased again.
 *
 * @returns number of repeated erasures
 */
export async function syncErasures(parts: Parts, file: string): Promise<number> {
  const { db, access, log } = parts;
  const known = linesOf(file);
  let again = 0;
  for (const org of await allTenants(db)) {
    const noted = new Set(known.filter((line) => line.org === org).map(({ child }) => child));
    const [rows] = await db.read({ orgId: org, userId: null }, [erasuresOf(org)]);
    const missing = rows.filter(({ child_id }) => !noted.has(child_id));
    if (missing.length > 0)
      append(
        file,
        missing.map(({ child_id: child }) => ({ org, child })),
      );
    const inDatabase = new Set(rows.map(({ child_id }) => child_id));
    for (const child of noted) {
      if (inDatabase.has(child)) continue;
      const tenant = { orgId: org, userId: null };
      if (!(await db.transaction(tenant, (tx) => repeatErasure(tx, parts, systemIn(parts, org), child))))
        log.error(
          { org_id: org, child_id: child },
          'a record that was erased is in the database again, of a student who has not left: it was put back from a backup older than that',
        );
      else again += 1;
    }
    if (again > 0) await access.invalidateOrg(org);
  }
  return again;
}

/** Interval of the synchronisation. */
const EVERY_MS = 10 * 60_000;

/**
 * Synchronises now, at intervals, and on stop.
 *
 * @returns stop function
 */
export function startErasureSync(parts: Parts, file: string): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const next = () =>
    (running = running
      .then(() => syncErasures(parts, file))
      .catch((error: unknown) => parts.log.error({ err: error }, 'erasures were not kept')));
  const timer = setInterval(() => void next(), EVERY_MS);
  timer.unref();
  void next();
  return async () => {
    clearInterval(timer);
    await next();
  };
}
