import path from 'node:path';
import { endpoints as contract } from '../shared/contract/index.ts';
import type { EndpointSpec } from '../shared/contract/endpoint.ts';
import { SMALLEST_GROUP } from '../shared/rules/warn-statistics.ts';
import { createAccess } from './access/access.ts';
import { areasIn } from './access/policies.ts';
import { createDataKeys } from './access/data-keys.ts';
import { createSeal } from './access/seal.ts';
import { createSessions, type SessionTimes } from './access/sessions.ts';
import type { WrappingKeys } from './access/wrapping.ts';
import { createLedger } from './audit/ledger.ts';
import { Background } from './background.ts';
import type { Implementation, Services } from './context.ts';
import { archiveHandlers } from './handlers/archive.ts';
import { accountHandlers } from './handlers/account.ts';
import { authorisedLoginHandlers } from './handlers/authorised-login.ts';
import { classesHandlers } from './handlers/classes.ts';
import { commentsHandlers } from './handlers/comments.ts';
import { consentsHandlers } from './handlers/consents.ts';
import { crisisHandlers } from './handlers/crisis.ts';
import { customGroupsHandlers } from './handlers/custom-groups.ts';
import { escalationHandlers } from './handlers/escalation.ts';
import { exportsHandlers } from './handlers/exports.ts';
import { guardiansHandlers } from './handlers/guardians.ts';
import { importsHandlers } from './handlers/imports.ts';
import { institutionsHandlers } from './handlers/institutions.ts';
import { logsHandlers } from './handlers/logs.ts';
import { mediaHandlers } from './handlers/media.ts';
import { noticesHandlers } from './handlers/notices.ts';
import { orgHandlers } from './handlers/org.ts';
import { ownAccountHandlers } from './handlers/own-account.ts';
import { passwordsHandlers } from './handlers/passwords.ts';
import { preferencesHandlers } from './handlers/preferences.ts';
import { recordsHandlers } from './handlers/records.ts';
import { ownResourceHandlers, resourceCalls, resourceHandlers } from './handlers/resources.ts';
import { privacyHandlers } from './handlers/privacy.ts';
import { rightsHandlers } from './handlers/rights.ts';
import { revealsHandlers } from './handlers/reveals.ts';
import { schemasHandlers } from './handlers/schemas.ts';
import { securityHandlers } from './handlers/security.ts';
import { sitesHandlers } from './handlers/sites.ts';
import { rowMediaCalls, rowMediaHandlers } from './handlers/row-media.ts';
import { secondaryHandlers } from './handlers/secondary.ts';
import { structureHandlers } from './handlers/structure.ts';
import { studentsHandlers } from './handlers/students.ts';
import { teachersHandlers } from './handlers/teachers.ts';
import { studioHandlers } from './handlers/studio.ts';
import { viewsHandlers } from './handlers/views.ts';
import { warnStatisticsHandlers } from './handlers/warn-statistics.ts';
import { yearsHandlers } from './handlers/years.ts';
import { PushHub } from './push/hub.ts';
import { root } from './root.ts';
import { followPublishing } from './schemas/follow.ts';
import { openSchemas } from './schemas/registry.ts';
import { publishedOverlays } from './store/published-overlays.ts';
import { sheetThreads } from './sheets/run-thread.ts';
import { acceptedOverlays } from './store/schema-overlays.ts';

export interface ServiceOptions extends Pick<Services, 'db' | 'state' | 'clock' | 'log' | 'passwords' | 'sms' | 'objects'>, Partial<Pick<Services, 'sharedHosts' | 'smallestGroup'>> {
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
export interface Product { services: Services; declared: readonly EndpointSpec[]; implementations: readonly Implementation[] }

/**
 * Puts the parts together: schemas, the calls that follow from them, and the rights over those calls.
 * @throws SchemaError, PolicyError with file, place, reason and fix
 */
export async function createProduct(options: ServiceOptions): Promise<Product> {
  const { db, state, clock, log, passwords, sms, objects, sharedHosts, smallestGroup = SMALLEST_GROUP, secret, wrapping, session, schemasDir = path.join(root, 'schemas'), policiesDir = path.join(root, 'policies'), entries = path.join(root, 'dist/server') } = options;
  const schemas = await openSchemas({
    folder: schemasDir, areas: await areasIn(policiesDir), accepted: acceptedOverlays(db), published: publishedOverlays(db),
    report: ({ file, pointer, reason, fix, serving }) => log.warn({ file, pointer, reason, fix, serving }, 'overlay not in force'),
  });
  followPublishing(state, schemas, log);
  const declared = [...contract, ...resourceCalls(schemas.core()), ...rowMediaCalls(schemas.core())];
  const implementations = [
    ...accountHandlers,
    ...secondaryHandlers,
    ...ownAccountHandlers,
    ...passwordsHandlers,
    ...securityHandlers,
    ...orgHandlers,
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
    ...institutionsHandlers,
    ...studentsHandlers,
    ...guardiansHandlers,
    ...customGroupsHandlers,
    ...teachersHandlers,
    ...structureHandlers,
    ...importsHandlers,
    ...authorisedLoginHandlers,
    ...viewsHandlers,
    ...mediaHandlers,
    ...commentsHandlers,
    ...consentsHandlers,
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
  return { services: { db, state, clock, log, schemas, access, passwords, sessions, sms, objects, sharedHosts, smallestGroup, seal: createSeal(secret), ledger: createLedger(secret), keys: createDataKeys({ db, state, clock, wrapping }), sheets: sheetThreads(entries), background: new Background(log), push: new PushHub({ db, state, log }) }, declared, implementations };
}
