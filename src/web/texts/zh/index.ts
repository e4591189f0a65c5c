import { common, notifications } from './common.ts';
import { crud } from './crud.ts';
import { errors } from './errors.ts';
import { faculty } from './faculty.ts';
import { groups } from './groups.ts';
import { guardians } from './guardians.ts';
import { imports } from './imports.ts';
import { layout } from './layout.ts';
import { login } from './login.ts';
import { pages } from './pages.ts';
import { passwords } from './passwords.ts';
import { securitySetting } from './security-setting.ts';
import { security } from './security.ts';
import { structure } from './structure.ts';
import { students } from './students.ts';
import { teachers } from './teachers.ts';
import { studio } from './studio.ts';

export const zh = { common, crud, errors, faculty, groups, guardians, imports, layout, login, notifications, pages, passwords, security, securitySetting, structure, students, teachers, studio };
