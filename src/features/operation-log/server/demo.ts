import { CURRENT_YEAR, isCurrent } from '../../../platform/demo/server/calendar.ts';
import type { DemoPart, DemoTenant } from '../../../platform/demo/server/demo.ts';
import { staffLogin, userId } from '../../../platform/demo/server/people.ts';
import { randomOf } from '../../../platform/demo/server/random.ts';
import type { DemoRows } from '../../../platform/demo/server/rows.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';

declare module '../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    audit_logs: {
      org_id: string;
      log_id: string;
      at: string;
      user_id: string;
      role_id: number;
      act: string;
      resource: string;
      row_id: string;
      row_label: string;
      before?: Record<string, unknown>;
      after?: Record<string, unknown>;
      address: string;
      request_id: string;
    }[];
    /** Marks log entries that must be linked. */
    audit_heads: { org_id: string }[];
  }
}

const ENTRIES = 40;
const ADMINISTRATORS = [4, 5, 12] as const;
const REMARKS = ['走班教学', '心育试点班', '寄宿班', '实验班'] as const;

/**
 * Acts of administrators in the first weeks of the year, from a random stream of their own, so that no other row of the
 * demo changes.
 */
function logRows({ spec: { org_id }, classes = [] }: DemoTenant): DemoRows['audit_logs'] {
  const [first, ...others] = classes.filter((c) => !isCurrent(c));
  if (!first) return [];
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
      user_id: userId(staffLogin(org_id, role)),
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

export const demo: DemoPart = {
  after: ['classes', 'staff'],
  rows(tenant) {
    const audit_logs = logRows(tenant);
    return { audit_logs, audit_heads: audit_logs.length > 0 ? [{ org_id: tenant.spec.org_id }] : [] };
  },
};
