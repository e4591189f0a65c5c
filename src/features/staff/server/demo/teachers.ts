import type { DemoTenant } from '../../../../platform/demo/server/demo.ts';
import { userId } from '../../../../platform/demo/server/people.ts';
import type { DemoRows } from '../../../../platform/demo/server/rows.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';

declare module '../../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    teachers: {
      org_id: string;
      user_id: string;
      teacher_name: string;
      teacher_no: string;
      sex: number;
      mobile?: string;
      department_id?: string;
      owns_account: boolean;
      created_at: string;
      updated_at: string;
    }[];
  }
}

/** Where those of a school who do not teach work, in the order of the departments. */
const OFFICES: readonly string[] = ['教务处', '学生处', '心理健康教育中心'];
const pad = (n: number, width = 2) => String(n).padStart(width, '0');

const staffOf = ({ people }: DemoTenant): string[] => [
  ...new Set(people.filter(({ identity }) => identity === IDENTITY.staff).map(({ login }) => userId(login))),
];

/** The staff rows of a tenant; an account used by two tenants belongs to neither. */
export function teacherRows(tenant: DemoTenant): DemoRows['teachers'] {
  const { spec, demo, rows } = tenant;
  const elsewhere = new Set([...demo.tenants.values()].filter((other) => other !== tenant).flatMap(staffOf));
  const offices = (rows.departments ?? []).filter(
    ({ department_name }) => !spec.school || OFFICES.includes(department_name),
  );
  return staffOf(tenant).flatMap((user_id, i) => {
    const account = demo.accounts.get(user_id);
    if (!account) return [];
    return [
      {
        org_id: spec.org_id,
        user_id,
        teacher_name: account.real_name,
        teacher_no: `T${pad(i + 1, 4)}`,
        sex: account.sex,
        mobile: account.mobile,
        ...((i % 4 === 1 || !spec.school) && { department_id: offices[i % offices.length]?.department_id }),
        owns_account: !elsewhere.has(user_id),
        created_at: '2025-08-20T09:00:00+08:00',
        updated_at: `2026-08-${String(20 + (i % 10))}T09:${pad(i % 60)}:00+08:00`,
      },
    ];
  });
}
