import { login } from '../../../features/account/web/texts/en/login.ts';
import { faculty } from '../../../features/classes/web/texts/en/faculty.ts';
import { comments } from '../../../features/comments/web/texts/en/comments.ts';
import { downloads } from '../../../features/exports/web/texts/en/downloads.ts';
import { groups } from '../../../features/groups/web/texts/en/groups.ts';
import { guardians } from '../../../features/guardians/web/texts/en/guardians.ts';
import { structure } from '../../../features/organisation/web/texts/en/structure.ts';
import { passwords } from '../../../features/passwords/web/texts/en/passwords.ts';
import { securitySetting } from '../../../features/security-settings/web/texts/en/security-setting.ts';
import { siteSetting } from '../../../features/sites/web/texts/en/site-setting.ts';
import { teachers } from '../../../features/staff/web/texts/en/teachers.ts';
import { students } from '../../../features/students/web/texts/en/students.ts';
import { studio } from '../../../features/studio/web/texts/en/studio.ts';
import { security } from '../../../features/verification/web/texts/en/security.ts';
import { crud } from '../../../platform/crud/web/texts/en/crud.ts';
import { reveal } from '../../../platform/crud/web/texts/en/reveal.ts';
import { common, notifications } from '../../../platform/i18n/web/texts/en/common.ts';
import { errors } from '../../../platform/i18n/web/texts/en/errors.ts';
import { layout } from '../../../platform/i18n/web/texts/en/layout.ts';
import { pages } from '../../../platform/i18n/web/texts/en/pages.ts';
import { imports } from '../../../platform/imports/web/texts/en/imports.ts';
import { attachments } from '../../../platform/media/web/texts/en/attachments.ts';

export const en = {
  attachments,
  comments,
  common,
  crud,
  downloads,
  errors,
  faculty,
  groups,
  guardians,
  imports,
  layout,
  login,
  notifications,
  pages,
  passwords,
  reveal,
  security,
  securitySetting,
  siteSetting,
  structure,
  students,
  teachers,
  studio,
};
