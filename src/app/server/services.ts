import path from 'node:path';
import { yearsHandlers } from '../../features/academic-years/server/handlers.ts';
import { accountHandlers } from '../../features/account/server/handlers/account.ts';
import { ownAccountHandlers } from '../../features/account/server/handlers/own-account.ts';
import { archiveHandlers } from '../../features/archive/server/handlers.ts';
import { classesHandlers } from '../../features/classes/server/handlers.ts';
import { commentsHandlers } from '../../features/comments/server/handlers.ts';
import { SMALLEST_GROUP } from '../../features/crisis/rules/warn-statistics.ts';
import { crisisHandlers } from '../../features/crisis/server/handlers/crisis.ts';
import { escalationHandlers } from '../../features/crisis/server/handlers/escalation.ts';
import { warnStatisticsHandlers } from '../../features/crisis/server/handlers/warn-statistics.ts';
import { exportsHandlers } from '../../features/exports/server/handlers.ts';
import { customGroupsHandlers } from '../../features/groups/server/handlers.ts';
import { guardiansHandlers } from '../../features/guardians/server/handlers.ts';
import { recordsHandlers } from '../../features/interventions/server/handlers.ts';
import { noticesHandlers } from '../../features/notices/server/handlers.ts';
import { logsHandlers } from '../../features/operation-log/server/handlers.ts';
import { organisationHandlers } from '../../features/organisation/server/handlers.ts';
import { passwordsHandlers } from '../../features/passwords/server/handlers.ts';
import { privacyHandlers } from '../../features/privacy/server/handlers.ts';
import { securityHandlers } from '../../features/security-settings/server/handlers.ts';
import { sitesHandlers } from '../../features/sites/server/handlers.ts';
import { staffHandlers } from '../../features/staff/server/handlers.ts';
import { studentsHandlers } from '../../features/students/server/handlers.ts';
import { studioHandlers } from '../../features/studio/server/handlers.ts';
import { subscriptionHandlers } from '../../features/subscription/server/handlers.ts';
import { secondaryHandlers } from '../../features/verification/server/handlers.ts';
import { createAccess } from '../../platform/access/server/access.ts';
import { rightsHandlers } from '../../platform/access/server/handlers.ts';
import { areasIn } from '../../platform/access/server/policies.ts';
import { createLedger } from '../../platform/audit/server/ledger.ts';
import type { Implementation, Services } from '../../platform/context/server/context.ts';
import type { EndpointSpec } from '../../platform/contract/endpoint.ts';
import { preferencesHandlers } from '../../platform/crud/server/handlers/preferences.ts';
import { viewsHandlers } from '../../platform/crud/server/handlers/views.ts';
import { createServerCipher } from '../../platform/crypto/server/cipher.ts';
import { createDataKeys } from '../../platform/crypto/server/data-keys.ts';
import type { WrappingKeys } from '../../platform/crypto/server/wrapping.ts';
import { createSessions, type SessionTimes } from '../../platform/identity/server/sessions.ts';
import { importsHandlers } from '../../platform/imports/server/handlers.ts';
import { Worker } from '../../platform/jobs/server/worker.ts';
import { mediaHandlers } from '../../platform/media/server/handlers/media.ts';
import { rowMediaCalls, rowMediaHandlers } from '../../platform/media/server/handlers/row-media.ts';
import { PushHub } from '../../platform/push/server/hub.ts';
import {
  ownResourceHandlers,
  resourceCalls,
  resourceHandlers,
} from '../../platform/resources/server/handlers/resources.ts';
import { revealsHandlers } from '../../platform/resources/server/handlers/reveals.ts';
import { root } from '../../platform/runtime/server/root.ts';
import { followPublishing } from '../../platform/schema/server/follow.ts';
import { schemasHandlers } from '../../platform/schema/server/handlers.ts';
import { publishedOverlays } from '../../platform/schema/server/queries/published-overlays.ts';
import { acceptedOverlays } from '../../platform/schema/server/queries/schema-overlays.ts';
import { openSchemas } from '../../platform/schema/server/registry.ts';
import { sheetThreads } from '../../platform/sheets/server/run-thread.ts';
import { endpoints as contract } from '../contract.ts';
import { jobKinds } from './jobs.ts';

export interface ServiceOptions
  extends
    Pick<Services, 'db' | 'state' | 'clock' | 'log' | 'passwords' | 'sms' | 'objects'>,
    Partial<Pick<Services, 'sharedHosts' | 'smallestGroup'>> {
  /** Signing secrets of sessions are derived under it. */
  secret: string;
  /** Data keys of tenants lie under them. */
  wrapping: WrappingKeys;
  session: SessionTimes;
  /** Folders; default those of the project. */
  schemasDir?: string;
  policiesDir?: string;
  /** Folder of the built entries, where that of threads lies; default `dist/server`. */
  entries?: string;
}

/** The process's parts, every call it declares, and what answers each. */
export interface Product {
  services: Services;
  declared: readonly EndpointSpec[];
  implementations: readonly Implementation[];
}

/**
 * Puts the parts together: schemas, the calls that follow from them, and the rights over those calls.
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
    sharedHosts,
    smallestGroup = SMALLEST_GROUP,
    secret,
    wrapping,
    session,
    schemasDir = path.join(root, 'schemas'),
    policiesDir = path.join(root, 'policies'),
    entries = path.join(root, 'dist/server'),
  } = options;
  const schemas = await openSchemas({
    folder: schemasDir,
    areas: await areasIn(policiesDir),
    accepted: acceptedOverlays(db),
    published: publishedOverlays(db),
    report: ({ file, pointer, reason, fix, serving }) =>
      log.warn({ file, pointer, reason, fix, serving }, 'overlay not in force'),
  });
  followPublishing(state, schemas, log);
  const declared = [...contract, ...resourceCalls(schemas.core()), ...rowMediaCalls(schemas.core())];
  const implementations = [
    ...accountHandlers,
    ...secondaryHandlers,
    ...ownAccountHandlers,
    ...passwordsHandlers,
    ...securityHandlers,
    ...organisationHandlers,
    ...sitesHandlers,
    ...preferencesHandlers,
    ...rightsHandlers,
    ...revealsHandlers,
    ...schemasHandlers,
    ...resourceHandlers(schemas.core()),
    ...rowMediaHandlers(schemas.core()),
    ...ownResourceHandlers,
    ...studioHandlers,
    ...classesHandlers,
    ...logsHandlers,
    ...yearsHandlers,
    ...studentsHandlers,
    ...guardiansHandlers,
    ...customGroupsHandlers,
    ...staffHandlers,
    ...importsHandlers,
    ...viewsHandlers,
    ...mediaHandlers,
    ...commentsHandlers,
    ...subscriptionHandlers,
    ...privacyHandlers,
    ...archiveHandlers,
    ...crisisHandlers,
    ...warnStatisticsHandlers,
    ...exportsHandlers,
    ...noticesHandlers,
    ...recordsHandlers,
    ...escalationHandlers,
  ];
  const access = await createAccess({ db, state, clock, policiesDir, endpoints: declared });
  const sessions = createSessions({ db, state, clock, secret, ...session });
  const parts = {
    db,
    state,
    clock,
    log,
    schemas,
    access,
    passwords,
    sessions,
    sms,
    objects,
    sharedHosts,
    smallestGroup,
    cipher: createServerCipher(secret),
    ledger: createLedger(secret),
    keys: createDataKeys({ db, state, clock, wrapping }),
    sheets: sheetThreads(entries),
    push: new PushHub({ db, state, log }),
  };
  return {
    services: { ...parts, jobs: new Worker(jobKinds, parts) },
    declared,
    implementations,
  };
}
