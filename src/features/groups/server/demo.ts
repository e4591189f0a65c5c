import type { DemoPart } from '../../../platform/demo/server/demo.ts';
import { randomOf } from '../../../platform/demo/server/random.ts';
import type { DemoRows } from '../../../platform/demo/server/rows.ts';

declare module '../../../platform/demo/server/rows.ts' {
  interface DemoRows {
    custom_groups: {
      org_id: string;
      group_id: string;
      group_name: string;
      remark?: string;
      created_by: string;
      ext: Record<string, unknown>;
      created_at: string;
      updated_at: string;
    }[];
    custom_group_members: { org_id: string; group_id: string; child_id: string; added_at: string }[];
  }
}

type Groups = Pick<DemoRows, 'custom_groups' | 'custom_group_members'>;

/** The purpose and the author of each group. */
const GROUPS = [
  { name: '新生适应小组', remark: '初一、高一入学适应，周三下午', by: 'r8', grades: ['7', '10'], members: 12 },
  {
    name: '朋辈心理辅导员',
    remark: '各班推荐的心理委员，每月培训一次',
    by: 'r4',
    grades: ['7', '8', '10', '11'],
    members: 24,
  },
  { name: '考前减压小组', remark: '初三、高三，五月起', by: 'r8', grades: ['9', '12'], members: 16 },
  { name: '沙盘体验活动', by: 'r12', grades: ['7'], members: 8 },
] as const;

const MADE = [
  '2026-09-10T10:00:00+08:00',
  '2026-09-12T15:30:00+08:00',
  '2026-10-08T09:00:00+08:00',
  '2026-11-02T16:20:00+08:00',
] as const;

/** Custom groups of the first school with members from the grades that they are for; the other schools have none yet. */
function customGroups(org_id: string, students: readonly { child_id: string; class_id?: string }[]): Groups {
  if (org_id !== '2001') return { custom_groups: [], custom_group_members: [] };
  const random = randomOf(`custom groups ${org_id}`);
  const groups = GROUPS.map((group, i) => ({ ...group, group_id: `cg${org_id}-${i + 1}`, at: MADE[i] ?? MADE[0] }));
  return {
    custom_groups: groups.map(({ group_id, name, at, by, ...group }) => ({
      org_id,
      group_id,
      group_name: name,
      remark: 'remark' in group ? group.remark : undefined,
      created_by: `u-o${org_id}${by}`,
      ext: {},
      created_at: at,
      updated_at: at,
    })),
    custom_group_members: groups.flatMap(({ group_id, grades, members, at }) => {
      const left = students.filter(({ class_id }) => grades.some((grade) => class_id?.includes(`-${grade}-`)));
      return Array.from({ length: members }, () => left.splice(random.int(0, left.length - 1), 1))
        .flat()
        .map(({ child_id }) => ({ org_id, group_id, child_id, added_at: at }));
    }),
  };
}

export const demo: DemoPart = {
  after: ['students'],
  rows: ({ spec: { org_id }, rows: { students = [] } }) => customGroups(org_id, students),
};
