import path from 'node:path';
import { NO_ASSISTANT } from '../../features/ai-chat/server/settings.ts';
import { NO_CONTACT } from '../../features/online-service/server/contact.ts';
import { followPacks } from '../../features/screening/server/packs/follow.ts';
import { storedPacks } from '../../features/screening/server/packs/installed.ts';
import { openPacks } from '../../features/screening/server/packs/registry.ts';
import { areasIn } from '../../platform/access/server/access-table.ts';
import { createAccess } from '../../platform/access/server/access.ts';
import { createEntryLog } from '../../platform/audit/server/grouped-entries.ts';
import { createLedger } from '../../platform/audit/server/ledger.ts';
import type { Implementation } from '../../platform/context/server/context.ts';
import type { Services } from '../../platform/context/server/services.ts';
import type { EndpointSpec } from '../../platform/contract/endpoint.ts';
import { createServerCipher } from '../../platform/crypto/server/cipher.ts';
import { createDataKeys } from '../../platform/crypto/server/data-keys.ts';
import { createInstallationCipher } from '../../platform/crypto/server/installation-cipher.ts';
import type { WrappingKeys } from '../../platform/crypto/server/wrapping.ts';
import { registerErrors } from '../../platform/errors/catalogue.ts';
import { createEvents } from '../../platform/events/server/events.ts';
import type { ServerFeature } from '../../platform/feature/server/feature.ts';
import { createSessions, type SessionTimes } from '../../platform/identity/server/sessions.ts';
import { Worker } from '../../platform/jobs/server/worker.ts';
import { NOTHING_OUTSIDE } from '../../platform/outside-identity/server/outside.ts';
import { PushHub } from '../../platform/push/server/hub.ts';
import { createResources } from '../../platform/resources/server/registry.ts';
import { Alarms } from '../../platform/runtime/server/alarms.ts';
import { root } from '../../platform/runtime/server/root.ts';
import { followPublishing } from '../../platform/schema/server/follow.ts';
import { publishedOverlays } from '../../platform/schema/server/queries/published-overlays.ts';
import { acceptedOverlays } from '../../platform/schema/server/queries/schema-overlays.ts';
import { openSchemas } from '../../platform/schema/server/registry.ts';
import { sheetThreads } from '../../platform/sheets/server/run-thread.ts';
import { SMALLEST_GROUP } from '../../platform/statistics/disclosure.ts';
import { declaredCalls } from './declared-calls.ts';
import { features as productFeatures } from './features.ts';
import { tenantFolder } from './tenant-folder.ts';

export interface ServiceOptions
  extends
    Pick<Services, 'db' | 'state' | 'clock' | 'log' | 'passwords' | 'sms' | 'objects' | 'packages'>,
    Partial<Pick<Services, 'sharedHosts' | 'smallestGroup' | 'outside' | 'serviceContact' | 'assistant'>> {
  /** The signing secrets of sessions are derived from it. */
  secret: string;
  /** They wrap the data keys of tenants. */
  wrapping: WrappingKeys;
  session: SessionTimes;
  /** Folders; default those of the project. */
  schemasDir?: string;
  policiesDir?: string;
  /** A folder with the own definitions of organisations (`TENANTS_DIR`), in place of those in the project. */
  tenantsDir?: string | undefined;
  /** Folder of the built entries, including worker threads; default `dist/server`. */
  entries?: string;
  /** Default: all features of the product (`features.ts`). */
  features?: readonly ServerFeature[];
}

/** The process's parts, every call it declares, and what answers each. */
export interface Product {
  services: Services;
  declared: readonly EndpointSpec[];
  implementations: readonly Implementation[];
  /**
   * Reads schemas, scale packs and policies again. Where a shared file is invalid, or `confirm` rejects, everything
   * stays as it was.
   *
   * @param confirm Called once everything is read and before it is in force
   * @throws SchemaError, PolicyError with file, place, reason and fix
   */
  reload(confirm?: () => Promise<void>): Promise<void>;
}

/**
 * Assembles the product: schemas, the endpoints derived from them, and the rights for those endpoints.
 *
 * @throws SchemaError, PolicyError with file, place, reason and fix
 */
export async function createProduct(options: ServiceOptions): Promise<Product> {
  const {
    db,
    state,
    clock,
    log,
    passwords,
    sms,
    objects,
    packages,
    sharedHosts,
    smallestGroup = SMALLEST_GROUP,
    outside = { ...NOTHING_OUTSIDE },
    serviceContact = NO_CONTACT,
    assistant = NO_ASSISTANT,
    secret,
    wrapping,
    session,
    schemasDir = path.join(root, 'schemas'),
    policiesDir = path.join(root, 'policies'),
    tenantsDir,
    entries = path.join(root, 'dist/server'),
    features = productFeatures,
  } = options;
  registerErrors(features);
  const own = tenantsDir === undefined ? undefined : tenantFolder(tenantsDir);
  const ofTenants = own && { tenantsDir: own.schemas };
  let areas = await areasIn(policiesDir, own?.policies);
  const schemas = await openSchemas({
    folder: schemasDir,
    ...ofTenants,
    get areas() {
      return areas;
    },
    accepted: acceptedOverlays(db),
    published: publishedOverlays(db),
    report: ({ file, pointer, reason, fix, serving }) =>
      log.warn({ file, pointer, reason, fix, serving }, 'overlay not in force'),
  });
  const packs = openPacks({
    folder: schemasDir,
    ...ofTenants,
    installed: storedPacks(db),
    report: ({ orgId, file, pointer, reason, fix }) =>
      log.warn({ org_id: orgId, file, pointer, reason, fix }, 'scale pack not in force'),
  });
  await packs.refresh();
  followPacks(state, packs, log);
  followPublishing(state, schemas, log);
  const resources = createResources(features);
  const core = schemas.core();
  const { declared, implementations } = declaredCalls(features, core, resources);
  const tables = features.flatMap(({ policyTables = [] }) => policyTables);
  const access = await createAccess({
    db,
    state,
    clock,
    policiesDir,
    ...(own && { ownPoliciesDir: own.policies }),
    endpoints: declared,
    tables,
  });
  const sessions = createSessions({ db, state, clock, secret, ...session });
  const ledger = createLedger(secret);
  const parts = {
    db,
    state,
    clock,
    log,
    schemas,
    packs,
    access,
    resources,
    mediaReaders: Object.assign({}, ...features.map(({ mediaReaders }) => mediaReaders)) as Services['mediaReaders'],
    archiveParts: features.flatMap(({ archive = [] }) => archive),
    home: {
      cards: features.flatMap(({ homeCards = [] }) => homeCards),
      steps: features.flatMap(({ newYearSteps = [] }) => newYearSteps),
      schoolFacts: features.flatMap(({ schoolFacts = [] }) => schoolFacts),
    },
    consentListeners: features.flatMap(({ consentRecorded }) => consentRecorded ?? []),
    withdrawalListeners: features.flatMap(({ consentWithdrawn }) => consentWithdrawn ?? []),
    exportRefusals: Object.assign(
      {},
      ...features.map(({ exportRefusals }) => exportRefusals),
    ) as Services['exportRefusals'],
    taskReaders: features.flatMap(({ taskReader }) => taskReader ?? []),
    passwords,
    sessions,
    sms,
    objects,
    packages,
    sharedHosts,
    smallestGroup,
    outside,
    serviceContact,
    assistant,
    runningAnswers: new Set<() => void>(),
    alarms: new Alarms(log),
    cipher: createServerCipher(secret),
    ledger,
    events: createEvents(features, { clock }),
    entryLog: createEntryLog({ db, ledger }),
    keys: createDataKeys({ db, state, clock, wrapping }),
    installation: createInstallationCipher(db, wrapping),
    sheets: sheetThreads(entries),
    push: new PushHub({ db, state, log }),
  };
  const jobKinds = features.flatMap(({ jobs = [] }) => jobs);
  async function reload(confirm?: () => Promise<void>): Promise<void> {
    const [usePolicies, usePacks] = [await access.reread(), packs.reread()];
    const before = areas;
    areas = await areasIn(policiesDir, own?.policies);
    try {
      await schemas.reload(confirm);
    } catch (error) {
      areas = before;
      throw error;
    }
    usePacks();
    usePolicies();
  }
  // One at a time, so that an older read never replaces a newer one.
  let turn: Promise<void> = Promise.resolve();
  return {
    services: { ...parts, jobs: new Worker(jobKinds, parts) },
    declared,
    implementations,
    reload(confirm) {
      const work = () => reload(confirm);
      turn = turn.then(work, work);
      return turn;
    },
  };
}
