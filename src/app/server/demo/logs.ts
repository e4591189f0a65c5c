import { isoTime } from '../../../platform/runtime/server/clock.ts';
import type { DemoClass } from './classes.ts';
import { randomOf } from './random.ts';
import type { TenantRows } from './rows.ts';
import { staffLogin } from './staff.ts';
import { CURRENT_YEAR, type TenantSpec } from './tenants.ts';

const ENTRIES = 40;
const ADMINISTRATORS = [4, 5, 12] as const;
const REMARKS = ['走班教学', '心育试点班', '寄宿班', '实验班'] as const;

/**
 * Acts of administrators in the first weeks of the year, from a random stream of their own, so that no other row of the
 * demo changes.
 */
export function logRows(
  { org_id, school }: TenantSpec,
  classes: readonly DemoClass[],
  userIdOf: (login: string) => string,
): TenantRows['audit_logs'] {
  const [first, ...others] = classes.filter((c) => c.year < CURRENT_YEAR);
  if (!school || !first) return [];
  const total = others.length + 1;
  const random = randomOf(`logs ${org_id}`);
  return Array.from({ length: ENTRIES }, (_, i) => {
    const role = random.pick(ADMINISTRATORS);
    const c = random.pick([first, ...others]);
    const at = isoTime(Date.UTC(CURRENT_YEAR, 7, 20, 0, 30) + i * 13 * 3_600_000 + random.int(0, 600) * 60_000);
    const common = {
      org_id,
      log_id: `l${org_id}-${String(i + 1).padStart(4, '0')}`,
      at,
      user_id: userIdOf(staffLogin(org_id, role)),
      role_id: role,
      resource: 'class',
      address: `10.${random.int(1, 9)}.${random.int(0, 20)}.${random.int(2, 250)}`,
      request_id: `demo-${org_id}-${i + 1}`,
    };
    if (i % 5 === 3)
      return {
        ...common,
        act: 'export',
        row_id: '*',
        row_label: `班级 ${total} 行`,
        after: { total, filters: [{ field: 'period', match: 'in', values: [c.period.period] }] },
      };
    const was = random.pick(REMARKS);
    const is = random.pick(REMARKS);
    return {
      ...common,
      act: 'update',
      row_id: c.class_id,
      row_label: c.name,
      before: { remark: was === is ? null : was },
      after: { remark: is },
    };
  });
}
