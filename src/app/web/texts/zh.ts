import * as accountLogin from '../../../features/account/web/login/texts.zh.ts';
import * as account from '../../../features/account/web/texts.zh.ts';
import * as archive from '../../../features/archive/web/texts.zh.ts';
import * as classes from '../../../features/classes/web/texts.zh.ts';
import * as comments from '../../../features/comments/web/texts.zh.ts';
import * as crisis from '../../../features/crisis/web/texts.zh.ts';
import * as exportTasks from '../../../features/exports/web/texts.zh.ts';
import * as groups from '../../../features/groups/web/texts.zh.ts';
import * as guardians from '../../../features/guardians/web/texts.zh.ts';
import * as interventions from '../../../features/interventions/web/texts.zh.ts';
import * as notices from '../../../features/notices/web/texts.zh.ts';
import * as passwords from '../../../features/passwords/web/texts.zh.ts';
import * as privacy from '../../../features/privacy/web/texts.zh.ts';
import * as securitySettings from '../../../features/security-settings/web/texts.zh.ts';
import * as sites from '../../../features/sites/web/texts.zh.ts';
import * as staff from '../../../features/staff/web/texts.zh.ts';
import * as structure from '../../../features/structure/web/texts.zh.ts';
import * as students from '../../../features/students/web/texts.zh.ts';
import * as studio from '../../../features/studio/web/texts.zh.ts';
import * as verification from '../../../features/verification/web/texts.zh.ts';
import { show } from '../../../platform/crud/web/texts/zh/show.ts';
import { zh as platform } from '../../../platform/i18n/web/texts/zh.ts';
import { codes } from '../../../platform/ui/web/texts/zh/codes.ts';

/**
 * Every Chinese text, for the types of its keys and for the tests. The browser loads those that a feature brings, and
 * the others with their pages.
 */
export const zh = {
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

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof zh };
  }
}
