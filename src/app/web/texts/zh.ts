import { login } from '../../../features/account/web/texts/zh/login.ts';
import { faculty } from '../../../features/classes/web/texts/zh/faculty.ts';
import { comments } from '../../../features/comments/web/texts/zh/comments.ts';
import { downloads } from '../../../features/exports/web/texts/zh/downloads.ts';
import { groups } from '../../../features/groups/web/texts/zh/groups.ts';
import { guardians } from '../../../features/guardians/web/texts/zh/guardians.ts';
import { structure } from '../../../features/organisation/web/texts/zh/structure.ts';
import { passwords } from '../../../features/passwords/web/texts/zh/passwords.ts';
import { securitySetting } from '../../../features/security-settings/web/texts/zh/security-setting.ts';
import { siteSetting } from '../../../features/sites/web/texts/zh/site-setting.ts';
import { teachers } from '../../../features/staff/web/texts/zh/teachers.ts';
import { students } from '../../../features/students/web/texts/zh/students.ts';
import { studio } from '../../../features/studio/web/texts/zh/studio.ts';
import { security } from '../../../features/verification/web/texts/zh/security.ts';
import { crud } from '../../../platform/crud/web/texts/zh/crud.ts';
import { reveal } from '../../../platform/crud/web/texts/zh/reveal.ts';
import { common, notifications } from '../../../platform/i18n/web/texts/zh/common.ts';
import { errors } from '../../../platform/i18n/web/texts/zh/errors.ts';
import { layout } from '../../../platform/i18n/web/texts/zh/layout.ts';
import { pages } from '../../../platform/i18n/web/texts/zh/pages.ts';
import { imports } from '../../../platform/imports/web/texts/zh/imports.ts';
import { attachments } from '../../../platform/media/web/texts/zh/attachments.ts';

export const zh = {
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
