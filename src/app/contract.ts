import * as years from '../features/academic-years/contract.ts';
import * as ownAccount from '../features/account/contract.ts';
import * as archive from '../features/archive/contract.ts';
import * as classes from '../features/classes/contract.ts';
import * as comments from '../features/comments/contract.ts';
import * as crisis from '../features/crisis/contract/crisis.ts';
import * as escalation from '../features/crisis/contract/escalation.ts';
import * as warnStatistics from '../features/crisis/contract/warn-statistics.ts';
import * as exportsOf from '../features/exports/contract.ts';
import * as customGroups from '../features/groups/contract.ts';
import * as consents from '../features/guardians/contract/consents.ts';
import * as guardians from '../features/guardians/contract/guardians.ts';
import * as records from '../features/interventions/contract.ts';
import * as notices from '../features/notices/contract.ts';
import * as logs from '../features/operation-log/contract.ts';
import * as institutions from '../features/organisation/contract/institutions.ts';
import * as org from '../features/organisation/contract/org.ts';
import * as structure from '../features/organisation/contract/structure.ts';
import * as firstPasswords from '../features/passwords/contract/first-passwords.ts';
import * as passwords from '../features/passwords/contract/passwords.ts';
import * as privacy from '../features/privacy/contract.ts';
import * as security from '../features/security-settings/contract.ts';
import * as sites from '../features/sites/contract.ts';
import * as authorisedLogin from '../features/staff/contract/authorised-login.ts';
import * as inCharge from '../features/staff/contract/in-charge.ts';
import * as teachers from '../features/staff/contract/teachers.ts';
import * as students from '../features/students/contract.ts';
import * as studio from '../features/studio/contract.ts';
import * as products from '../features/subscription/contract.ts';
import * as secondary from '../features/verification/contract.ts';
import * as rights from '../platform/access/contract.ts';
import type { EndpointSpec } from '../platform/contract/endpoint.ts';
import * as preferences from '../platform/crud/contract/preferences.ts';
import * as views from '../platform/crud/contract/views.ts';
import * as account from '../platform/identity/contract.ts';
import * as imports from '../platform/imports/contract.ts';
import * as media from '../platform/media/contract/media.ts';
import { ownResourceCalls } from '../platform/resources/contract/own-resource.ts';
import * as reveals from '../platform/resources/contract/reveals.ts';

const areas = [
  account,
  secondary,
  ownAccount,
  passwords,
  firstPasswords,
  security,
  org,
  sites,
  products,
  rights,
  preferences,
  reveals,
  views,
  classes,
  logs,
  years,
  institutions,
  students,
  archive,
  guardians,
  customGroups,
  teachers,
  structure,
  inCharge,
  imports,
  authorisedLogin,
  ownResourceCalls,
  studio,
  media,
  comments,
  consents,
  privacy,
  crisis,
  warnStatistics,
  exportsOf,
  notices,
  records,
  escalation,
];

/** Every call with a declaration of its own; those of schema-declared resources come from `resourceEndpoints`. */
export const endpoints: readonly EndpointSpec[] = areas.flatMap((area) =>
  Object.values<unknown>(area).filter(
    (x): x is EndpointSpec => typeof x === 'object' && x !== null && 'method' in x && 'access' in x,
  ),
);
