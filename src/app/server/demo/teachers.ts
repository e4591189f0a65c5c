import { departmentId } from './departments.ts';
import type { AccountRow, TenantRows } from './rows.ts';

const STAFF = 3;
/** Where those who do not teach work, by the places of `departments.ts`. */
const OFFICES = [1, 2, 3];
const pad = (n: number) => String(n).padStart(4, '0');

/** The staff rows of every tenant; an account used by two tenants belongs to neither. */
export function addTeachers(accounts: readonly AccountRow[], tenants: readonly TenantRows[]): void {
  const byId = new Map(accounts.map((account) => [account.user_id, account]));
  const staffOf = ({ memberships }: TenantRows) => [
    ...new Set(memberships.filter((m) => m.identity === STAFF).map((m) => m.user_id)),
  ];
  const places = new Map<string, number>();
  for (const userId of tenants.flatMap(staffOf)) places.set(userId, (places.get(userId) ?? 0) + 1);

  for (const rows of tenants) {
    const org_id = rows.orgs[0]?.org_id ?? '';
    rows.teachers = staffOf(rows).flatMap((user_id, i): TenantRows['teachers'] => {
      const account = byId.get(user_id);
      if (!account) return [];
      return [
        {
          org_id,
          user_id,
          teacher_name: account.real_name,
          teacher_no: `T${pad(i + 1)}`,
          sex: account.sex,
          mobile: account.mobile,
          ...(rows.departments.length > 0 && i % 4 === 1
            ? { department_id: departmentId(org_id, OFFICES[i % OFFICES.length] ?? 0) }
            : {}),
          owns_account: places.get(user_id) === 1,
          created_at: '2025-08-20T09:00:00+08:00',
          updated_at: `2026-08-${String(20 + (i % 10)).padStart(2, '0')}T09:${String(i % 60).padStart(2, '0')}:00+08:00`,
        },
      ];
    });
  }
}
