import * as accountLogin from '../../../features/account/web/login/texts.en.ts';
import * as account from '../../../features/account/web/texts.en.ts';
import * as archive from '../../../features/archive/web/texts.en.ts';
import * as classes from '../../../features/classes/web/texts.en.ts';
import * as comments from '../../../features/comments/web/texts.en.ts';
import * as crisis from '../../../features/crisis/web/texts.en.ts';
import * as exportTasks from '../../../features/exports/web/texts.en.ts';
import * as groups from '../../../features/groups/web/texts.en.ts';
import * as guardians from '../../../features/guardians/web/texts.en.ts';
import * as interventions from '../../../features/interventions/web/texts.en.ts';
import * as notices from '../../../features/notices/web/texts.en.ts';
import * as passwords from '../../../features/passwords/web/texts.en.ts';
import * as privacy from '../../../features/privacy/web/texts.en.ts';
import * as securitySettings from '../../../features/security-settings/web/texts.en.ts';
import * as sites from '../../../features/sites/web/texts.en.ts';
import * as staff from '../../../features/staff/web/texts.en.ts';
import * as structure from '../../../features/structure/web/texts.en.ts';
import * as students from '../../../features/students/web/texts.en.ts';
import * as studio from '../../../features/studio/web/texts.en.ts';
import * as verification from '../../../features/verification/web/texts.en.ts';
import { show } from '../../../platform/crud/web/texts/en/show.ts';
import { en as platform } from '../../../platform/i18n/web/texts/en.ts';
import { codes } from '../../../platform/ui/web/texts/en/codes.ts';

/** Every English text. */
export const en = {
  ...platform,
  ...accountLogin,
  ...account,
  ...archive,
  ...classes,
  ...comments,
  ...crisis,
  ...exportTasks,
  ...groups,
  ...guardians,
  ...interventions,
  ...notices,
  ...passwords,
  ...privacy,
  ...securitySettings,
  ...sites,
  ...staff,
  ...structure,
  ...students,
  ...studio,
  ...verification,
  codes,
  show,
};
