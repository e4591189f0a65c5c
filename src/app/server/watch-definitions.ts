import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import { stateOfFolder, watchFolder, type FolderWatch } from '../../platform/runtime/server/watch-folder.ts';
import type { Product } from './services.ts';
import { tenantFolder } from './tenant-folder.ts';

/** What `/readyz` says about the definitions in force. Processes with the same files have the same digest. */
export interface DefinitionsDetail {
  digest: string;
  /** When they were taken over, ISO. */
  since: string;
  /** Files of organisations that are not in force; their last valid version, or the core, is. */
  problems: number;
  /** Whether a change could not be taken over. */
  refused: boolean;
}

/** SHA-256 of names and contents, shortened. Unlike the state of the folder it is the same on every machine. */
async function digestOf(dir: string): Promise<string> {
  const hash = createHash('sha256');
  const { schemas, policies } = tenantFolder(dir);
  for (const part of [schemas, policies]) {
    const files = await readdir(part, { recursive: true, withFileTypes: true }).catch(() => []);
    const names = files.filter((file) => !file.isDirectory()).map((file) => path.join(file.parentPath, file.name));
    for (const name of names.toSorted())
      hash.update(`${path.relative(dir, name)}\n`).update(await readFile(name).catch(() => ''));
  }
  return hash.digest('hex').slice(0, 12);
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Takes over changes of `TENANTS_DIR` without a restart. Where a change is refused as a whole, what was in force stays;
 * log, metric and `/readyz` say so.
 */
export async function watchDefinitions(
  { services: { schemas, packs, clock, log }, reload }: Pick<Product, 'services' | 'reload'>,
  dir: string,
  { metrics, ...times }: { metrics: Registry } & Pick<FolderWatch, 'pollMs' | 'settleMs'>,
): Promise<{ detail(): DefinitionsDetail; close(): Promise<void> }> {
  const refusals = new Gauge({
    name: 'definitions_refused',
    help: 'Whether the last change of TENANTS_DIR could not be taken over',
    registers: [metrics],
  });
  refusals.set(0);
  const now = () => new Date(clock.now()).toISOString();
  const from = await stateOfFolder(dir);
  let inForce = { digest: await digestOf(dir), since: now() };
  let refusal: string | undefined;

  function refuse(error: unknown): void {
    refusals.set(1);
    // A fault that lasts is logged once.
    if (textOf(error) !== refusal) log.error({ err: error, dir }, 'definitions stay as they were');
    refusal = textOf(error);
  }
  const close = watchFolder(dir, from, {
    ...times,
    async onChange(state) {
      // A folder that is gone would take the own fields of all organisations with it.
      await readdir(tenantFolder(dir).schemas);
      const digest = await digestOf(dir);
      // So would one that is replaced at this moment: half of it may have been read.
      await reload(async () => {
        if ((await stateOfFolder(dir)) !== state) throw new Error('the folder has changed while it was read');
      });
      inForce = { digest, since: now() };
      refusal = undefined;
      refusals.set(0);
      const problems = schemas.problems().length + packs.problems().length;
      log.info({ dir, digest, problems }, 'definitions read again');
    },
    onFailure: refuse,
  });
  return {
    detail: () => ({
      ...inForce,
      problems: schemas.problems().length + packs.problems().length,
      refused: refusal !== undefined,
    }),
    close,
  };
}
