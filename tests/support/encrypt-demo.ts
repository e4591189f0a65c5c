import path from 'node:path';
import { areasIn } from '../../src/platform/access/server/access-table.ts';
import { tenantsInService } from '../../src/platform/context/server/queries/orgs.ts';
import { createDataKeys } from '../../src/platform/crypto/server/data-keys.ts';
import type { Database } from '../../src/platform/db/server/database.ts';
import type { ServerFeature } from '../../src/platform/feature/server/feature.ts';
import { encryptTenantRows } from '../../src/platform/resources/server/encryption-job.ts';
import { createResources } from '../../src/platform/resources/server/registry.ts';
import { root } from '../../src/platform/runtime/server/root.ts';
import { publishedOverlays } from '../../src/platform/schema/server/queries/published-overlays.ts';
import { acceptedOverlays } from '../../src/platform/schema/server/queries/schema-overlays.ts';
import { openSchemas } from '../../src/platform/schema/server/registry.ts';
import { MemoryState } from '../../src/platform/state/server/memory-state.ts';
import { TEST_START } from './template-content.ts';
import { TEST_WRAPPING } from './test-keys.ts';

/**
 * Encrypts the rows of the demo, as the hourly job of a server does: once, instead of in each copy. Not part of the
 * fingerprint of the templates (`templates.ts`).
 */
export async function encryptDemo(db: Database, features: readonly ServerFeature[]): Promise<void> {
  const clock = { now: () => TEST_START };
  const services = {
    db,
    keys: createDataKeys({ db, state: new MemoryState(clock), clock, wrapping: TEST_WRAPPING }),
    schemas: await openSchemas({
      folder: path.join(root, 'schemas'),
      areas: await areasIn(path.join(root, 'policies')),
      accepted: acceptedOverlays(db),
      published: publishedOverlays(db),
      report: ({ reason }) => {
        throw new Error(reason);
      },
    }),
    resources: createResources(features),
  };
  for (const orgId of await tenantsInService(db)) await encryptTenantRows(services, orgId);
}
