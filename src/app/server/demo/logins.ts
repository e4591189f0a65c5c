import { staffRoles } from '../../../features/staff/server/demo/posts.ts';
import { staffLogin } from '../../../platform/demo/server/people.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { DEMO } from './tenants.ts';

/** What every demo account signs in with (`api.md`, the demo tenants). */
export const DEMO_PASSWORD = 'Demo-2026!';

export interface DemoLogin {
  login: string;
  org_name: string;
  title: string;
}

/** The documented logins, for the table that a demo server prints. */
export const demoLogins = (): DemoLogin[] => [
  ...DEMO.tenants.flatMap((tenant) =>
    staffRoles(tenant).map((role) => ({
      login: staffLogin(tenant.org_id, role),
      org_name: tenant.org_name,
      title: labelOf('role', role),
    })),
  ),
  { login: 'multi', org_name: '青禾市第一中学、青禾市实验小学', title: '一人多校多角色' },
  { login: 'o2001s1', org_name: '青禾市第一中学', title: '学生（o2001s1 … o2001s1620）' },
  { login: 'o2001p1', org_name: '青禾市第一中学', title: '家长（两个孩子）' },
];
