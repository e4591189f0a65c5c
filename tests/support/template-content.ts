import { seedDemo } from '../../src/app/server/demo/seed.ts';
import type { Database } from '../../src/platform/db/server/database.ts';
import { migrate } from '../../src/platform/db/server/migrate.ts';
import { createPasswords, type Passwords } from '../../src/platform/identity/server/passwords.ts';

/**
 * Content of a test database: every table without a row; the demo tenants too; and those with their values encrypted by
 * the keys of the tests, as the jobs of a server leave them.
 */
export const CONTENTS = ['empty', 'demo', 'encrypted'] as const;
export type Content = (typeof CONTENTS)[number];

/** Milliseconds since the epoch at which the clock of a test starts; the demo's dates are relative to it. */
export const TEST_START = Date.parse('2026-11-20T08:00:00Z');

/** The weakest hash that the library allows, because every test signs in. */
let passwords: Promise<Passwords> | undefined;
export const weakPasswords = (): Promise<Passwords> =>
  (passwords ??= createPasswords({ memoryCost: 1024, timeCost: 1 }));

/** Loaded only when a template is created: the server is not part of the fingerprint (`templates.ts`). */
const demoFeatures = async () => (await import('../../src/app/server/features.ts')).features;

/** Fills a new database with the content of a template. */
export async function fill(db: Database, content: Content): Promise<void> {
  await migrate(db);
  const { hash } = await weakPasswords();
  if (content === 'encrypted') await (await import('./encrypt-demo.ts')).encryptDemo(db, await demoFeatures());
  if (content === 'demo') await seedDemo(db, { features: await demoFeatures(), now: TEST_START, hashPassword: hash });
}
