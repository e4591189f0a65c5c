import type { Abilities } from '../../src/platform/access/contract.ts';
import type { DataOf } from '../../src/platform/contract/endpoint.ts';
import type { UserInfo } from '../../src/platform/identity/contract.ts';
import type { orgDetails } from '../../src/platform/session/contract.ts';

type Org = UserInfo['orgs'][number];

export const role = (role_id: number, role_name: string): Org['org_roles'][number] => ({
  role_id,
  role_name,
  role_extend: {},
});

export const school = (org_id: string, org_name: string, org_roles: Org['org_roles']): Org => ({
  org_id,
  org_name,
  org_type: 2,
  edu_level: 1,
  org_roles,
});

/** An administrator of one school, by default. */
export const staff = (changed: Partial<UserInfo> = {}): UserInfo => ({
  user_id: 'u1',
  real_name: '李超',
  login_name: 'o2001r4',
  sex: 1,
  avatar: '',
  roles: [{ role_id: 3 }],
  orgs: [school('2001', '青禾市第一中学', [role(4, '超级管理员')])],
  students: [],
  ...changed,
});

export const student = (changed: Partial<UserInfo> = {}): UserInfo => ({
  user_id: 'u2',
  real_name: '王小明',
  login_name: 'o2001s1',
  sex: null,
  avatar: '',
  roles: [{ role_id: 1 }],
  orgs: [],
  students: [
    {
      school_id: '2002',
      school_name: '青禾市实验小学',
      student_id: 's0',
      child_id: 'c0',
      real_name: '王小明',
      is_current: false,
    },
    {
      school_id: '2001',
      school_name: '青禾市第一中学',
      student_id: 's1',
      child_id: 'c1',
      real_name: '王小明',
      is_current: true,
    },
  ],
  ...changed,
});

export const abilitiesOf = (open: string[], rest: Record<string, string[]> = {}): Abilities => ({
  permissions: { open, ...rest },
  protected: [],
  flags: {},
});

export const ADMIN_AREAS = [
  'large-screen',
  'index',
  'org-manage',
  'org-manage/student',
  'org-manage/class',
  'org-manage/structure',
  'teacher-manage',
  'site-setting',
  'ai-chat',
  'authorised-login',
  'service-renewal',
];

export const orgState = (changed: Partial<DataOf<typeof orgDetails>> = {}): DataOf<typeof orgDetails> => ({
  org_id: '2001',
  org_name: '青禾市第一中学',
  org_type: 2,
  edu_level: 1,
  service_type: 2,
  product_status: 0,
  account_expire_at: '2099-01-01T00:00:00+08:00',
  protection_days: 30,
  available_quota: 10,
  total_quota: 100,
  ...changed,
});
