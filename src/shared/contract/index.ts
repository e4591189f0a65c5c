import * as account from './account.ts';
import * as archive from './archive.ts';
import * as authorisedLogin from './authorised-login.ts';
import * as classes from './classes.ts';
import * as comments from './comments.ts';
import * as consents from './consents.ts';
import * as crisis from './crisis.ts';
import * as customGroups from './custom-groups.ts';
import * as escalation from './escalation.ts';
import * as exportsOf from './exports.ts';
import * as firstPasswords from './first-passwords.ts';
import * as guardians from './guardians.ts';
import * as imports from './imports.ts';
import * as institutions from './institutions.ts';
import * as logs from './logs.ts';
import * as media from './media.ts';
import * as notices from './notices.ts';
import * as org from './org.ts';
import { ownResourceCalls } from './own-resource.ts';
import * as ownAccount from './own-account.ts';
import * as passwords from './passwords.ts';
import * as preferences from './preferences.ts';
import * as privacy from './privacy.ts';
import * as products from './products.ts';
import * as records from './records.ts';
import * as rights from './rights.ts';
import * as reveals from './reveals.ts';
import * as security from './security.ts';
import * as secondary from './secondary.ts';
import * as sites from './sites.ts';
import * as structure from './structure.ts';
import * as students from './students.ts';
import * as studio from './studio.ts';
import * as teachers from './teachers.ts';
import * as views from './views.ts';
import * as warnStatistics from './warn-statistics.ts';
import * as years from './years.ts';
import type { EndpointSpec } from './endpoint.ts';

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
  Object.values<unknown>(area).filter((x): x is EndpointSpec => typeof x === 'object' && x !== null && 'method' in x && 'access' in x));
