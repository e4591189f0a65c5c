import type { DemoPart, DemoTenant } from '../../../platform/demo/server/demo.ts';
import { staffLogin, userId } from '../../../platform/demo/server/people.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { TRANSFER_DAYS, type Part } from '../rules.ts';
import type {
  ReceivedRecordsTable,
  ReceivedSectionsTable,
  TransferPackagesTable,
  TransfersSentTable,
} from './queries/tables.ts';

type Row<T> = { [C in keyof T]?: unknown } & { org_id: string };

declare module '../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    transfers_sent: Row<TransfersSentTable>[];
    transfer_packages: Row<TransferPackagesTable>[];
    received_records: Row<ReceivedRecordsTable>[];
    received_sections: Row<ReceivedSectionsTable>[];
  }
}

const DAY_MS = 86_400_000;
/** A primary school whose pupils go on to the secondary school. */
const OLD = '2002';
const NEW = '2001';
const ADMINISTRATOR = 4;
/** Students of the new school, in the first grade there; nobody else's demo is about them. */
const NEWCOMERS = [254, 259] as const;
const PARTS: Part[] = ['base', 'results', 'follow_ups'];

/** The first package waits, the second one is accepted. */
const packages = ({ demo: { now, tenants } }: Pick<DemoTenant, 'demo'>) => {
  const [before, after] = [tenants.get(OLD)?.students ?? [], tenants.get(NEW)?.students ?? []];
  return NEWCOMERS.flatMap((n, i) => {
    const [from, to] = [before.at(-1 - i), after.find((one) => one.n === n)];
    if (!from || !to) return [];
    return [{ id: `tr${OLD}-${i + 1}`, isAccepted: i === 1, from, to, sentAt: now - (6 + 40 * i) * DAY_MS }];
  });
};
type DemoPackage = ReturnType<typeof packages>[number];

const sectionsOf = ({ to }: DemoPackage) => [
  {
    part: 'base',
    title: '基本信息',
    rows: [
      ['姓名', to.name.name],
      ['出生日期', to.born_on],
      ['学籍状态', '在读'],
    ],
  },
  {
    part: 'results',
    title: '测评结果',
    rows: [['2026-05-12 WHO-5 幸福感指数', '春季心理普测\n幸福感 60，一般\n量表版本 1.0.0']],
  },
  {
    part: 'follow_ups',
    title: '预警和跟进',
    rows: [
      ['尚未完成', '随访，到期 2026-12-10'],
      ['2026-05-20', '手动上报，三级\n风险类型：人际困扰'],
    ],
  },
];

const sentRow = ({ id, from, sentAt }: DemoPackage, toName: string) => ({
  org_id: OLD,
  transfer_id: id,
  child_id: from.child_id,
  to_org_id: NEW,
  to_name: toName,
  parts: PARTS,
  basis: JSON.stringify([
    ['依据', '法律依据或其他理由'],
    ['说明', '监护人书面申请转学'],
  ]),
  leaves_on: isoTime(sentAt + 60 * DAY_MS).slice(0, 10),
  sent_by: userId(staffLogin(OLD, ADMINISTRATOR)),
  sent_at: isoTime(sentAt),
});

const packageRow = (one: DemoPackage, fromName: string) => {
  const { id, isAccepted, to, sentAt } = one;
  const answered = {
    state: 'accepted',
    answered_at: isoTime(sentAt + 2 * DAY_MS),
    answered_by: userId(staffLogin(NEW, ADMINISTRATOR)),
  };
  return {
    org_id: NEW,
    transfer_id: id,
    from_org_id: OLD,
    from_name: fromName,
    parts: PARTS,
    state: 'waiting',
    sent_at: isoTime(sentAt),
    expires_at: isoTime(sentAt + TRANSFER_DAYS * DAY_MS),
    informed_at: isoTime(sentAt),
    ...(isAccepted
      ? answered
      : {
          student: JSON.stringify({ child_name: to.name.name, sex: to.sex, born_on: to.born_on }),
          content: JSON.stringify(sectionsOf(one)),
        }),
    ...(isAccepted && { told_at: isoTime(sentAt + 2 * DAY_MS) }),
  };
};

const recordRow = ({ id, to, sentAt }: DemoPackage, fromName: string) => ({
  org_id: NEW,
  transfer_id: id,
  child_id: to.child_id,
  from_name: fromName,
  sent_at: isoTime(sentAt),
  accepted_by: userId(staffLogin(NEW, ADMINISTRATOR)),
  accepted_at: isoTime(sentAt + 2 * DAY_MS),
});

/**
 * Two pupils of the primary school who go on to the secondary school. The seed has no data keys; the first start
 * encrypts.
 */
export const demo: DemoPart = {
  after: ['students'],
  draw(tenant) {
    if (tenant.spec.org_id !== OLD) return;
    // The same people at both schools.
    for (const { from, to } of packages(tenant)) {
      Object.assign(from, { name: to.name, sex: to.sex, born_on: to.born_on });
      const person = tenant.people.find(({ login }) => login === from.login);
      if (person) Object.assign(person, { name: to.name.name, sex: to.sex });
    }
  },
  rows(tenant) {
    const { spec, demo: all } = tenant;
    const found = packages(tenant);
    const nameOf = (orgId: string) => all.tenants.get(orgId)?.spec.org_name ?? '';
    if (spec.org_id === OLD) return { transfers_sent: found.map((one) => sentRow(one, nameOf(NEW))) };
    if (spec.org_id !== NEW) return {};
    const accepted = found.filter(({ isAccepted }) => isAccepted);
    return {
      transfer_packages: found.map((one) => packageRow(one, nameOf(OLD))),
      received_records: accepted.map((one) => recordRow(one, nameOf(OLD))),
      received_sections: accepted.flatMap((one) =>
        sectionsOf(one).map(({ part, title, rows }, position) => ({
          org_id: NEW,
          section_id: `${one.id}-${position + 1}`,
          transfer_id: one.id,
          child_id: one.to.child_id,
          position,
          part,
          title,
          body: JSON.stringify(rows),
        })),
      ),
    };
  },
};
