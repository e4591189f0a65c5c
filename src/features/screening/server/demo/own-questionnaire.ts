import type { DemoTenant } from '../../../../platform/demo/server/demo.ts';
import { staffLogin, userId } from '../../../../platform/demo/server/people.ts';
import type { Random } from '../../../../platform/demo/server/random.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import type { AnswerValue } from '../../rules/scales/answers.ts';
import type { Questionnaire, QuestionnaireItem } from '../../rules/scales/questionnaire-schema.ts';
import { checksumOf } from '../packs/validate-pack.ts';
import { during } from './during.ts';
import type { ScreeningRows } from './rows.ts';

const options = (...labels: string[]) => labels.map((label, i) => ({ value: i + 1, label }));

/** A questionnaire that a school composed and published. */
export const SCHOOL_LIFE: Questionnaire = {
  id: 'own-school-life',
  kind: 'questionnaire',
  version: '1.0.0',
  title: '校园生活小问卷',
  about: '了解高二学生的作息、压力来源和想要的支持，供年级组安排活动；不计分。',
  instruction: '请按自己的实际情况回答，没有对错。',
  items: [
    {
      id: '1',
      kind: 'scale',
      text: '这学期以来，你对校园生活有多满意？',
      from: 1,
      to: 5,
      fromLabel: '很不满意',
      toLabel: '很满意',
    },
    {
      id: '2',
      kind: 'number',
      text: '平常上学的日子，你一般睡几个小时？',
      minimum: 3,
      maximum: 12,
      unit: '小时',
    },
    {
      id: '3',
      kind: 'multiple',
      text: '最近的压力主要来自哪里？',
      help: '最多选三项',
      most: 3,
      options: options('功课和考试', '同学关系', '家里的期望', '对将来的打算', '没有明显的压力'),
    },
    {
      id: '4',
      kind: 'single',
      text: '遇到烦心事，你最愿意先和谁说？',
      options: options('同学或朋友', '家里人', '班主任或任课老师', '心理老师', '不太想和人说'),
    },
    { id: '5', kind: 'text', text: '你希望学校组织什么活动？', optional: true, maxLength: 200 },
  ],
};

const WISHES = [
  '多一点社团时间，最好每周有一次。',
  '考前放松的小讲座。',
  '班级篮球赛。',
  '晚自习中间可以去操场走一走。',
  '想学一点怎么安排时间。',
] as const;

/** What a student answers; undefined where the item is left out. */
export function ownAnswer(item: QuestionnaireItem, random: Random): AnswerValue | undefined {
  switch (item.kind) {
    case 'single':
      return item.options[random.int(0, item.options.length - 1)]?.value;
    case 'multiple': {
      const from = random.int(0, item.options.length - 2);
      return item.options.slice(from, from + random.int(1, 2)).map(({ value }) => value);
    }
    case 'scale':
      return Math.max(item.from, item.to - random.int(0, 2));
    case 'number':
      return random.int(6, 8);
    case 'text':
      return random.chance(0.4) ? random.pick(WISHES) : undefined;
  }
}

type Rows = Pick<ScreeningRows, 'questionnaires' | 'scale_packs' | 'scale_pack_tenants'>;

/** The questionnaire as the school published it. */
export function ownQuestionnaires({ spec: { org_id }, demo: { now } }: DemoTenant): Rows {
  const by = userId(staffLogin(org_id, 8));
  const [made, published] = [-16, -14].map((day) => isoTime(during(now, day, 930)));
  const { id: scale_id, title, version, kind } = SCHOOL_LIFE;
  return {
    questionnaires: [
      {
        org_id,
        scale_id,
        title,
        revision: 9,
        published: 1,
        created_by: by,
        created_at: made ?? '',
        updated_by: by,
        updated_at: published ?? '',
      },
    ],
    scale_packs: [
      {
        org_id,
        scale_id,
        version,
        kind,
        document: JSON.stringify(SCHOOL_LIFE),
        checksum: checksumOf(SCHOOL_LIFE),
        signature: 'unsigned',
        installed_by: by,
        installed_at: published ?? '',
      },
    ],
    scale_pack_tenants: [{ org_id }],
  };
}
