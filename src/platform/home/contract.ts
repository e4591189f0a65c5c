import * as Type from 'typebox/type';
import { VIEW_CARD_SHAPES } from '../session/home-cards.ts';

const count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));
const Instant = Type.String({ format: 'date-time' });

/** A number of a card. `query` filters its list to exactly the rows that it counts. */
export const HomeFigure = Type.Object({
  key: Type.String(),
  n: count('没有：涉及的学生太少，不显示'),
  query: Type.Optional(Type.String({ description: '它的列表的查询条件' })),
});
export type HomeFigure = Type.Static<typeof HomeFigure>;

/** A step of the checklist of a new school year. */
export const HomeStep = Type.Object({
  key: Type.String(),
  state: Type.Enum(['done', 'todo']),
  figures: Type.Array(HomeFigure),
});
export type HomeStep = Type.Static<typeof HomeStep>;

const Month = Type.Object({
  month: Type.String({ description: 'YYYY-MM' }),
  n: count('没有：不显示'),
  last: count('上一学年的同一个月'),
});

/** A school in the table of an institution. */
export const HomeSchool = Type.Object({
  school_id: Type.String(),
  school_name: Type.String(),
  product_status: Type.Integer(),
  account_expire_at: Type.Optional(Instant),
  students: count('本学年有预警的学生；没有：太少，不显示'),
  months: Type.Optional(Type.Array(Month)),
  verify_minutes: Type.Optional(Type.Integer()),
  plan: Type.Optional(Type.String({ description: 'bureau_answer，对最近一次下发的测评计划的答复；没有：不在计划中' })),
  planned: count('区域测评计划参加的学生'),
  submitted: count('已提交的学生'),
});
export type HomeSchool = Type.Static<typeof HomeSchool>;

/** The rows of a saved view, as a declared card shows them. `query` opens the list with the view applied. */
export const ViewContent = Type.Object({
  resource: Type.String(),
  shown_as: Type.Enum([...VIEW_CARD_SHAPES]),
  query: Type.String({ description: '它的列表的查询条件' }),
  n: Type.Integer({ minimum: 0 }),
  field: Type.Optional(Type.String({ description: '图表按哪一项分' })),
  groups: Type.Optional(
    Type.Array(
      Type.Object({
        value: Type.Optional(Type.String({ description: '没有：这一项没有填写' })),
        n: Type.Integer({ minimum: 0 }),
      }),
    ),
  ),
  columns: Type.Optional(Type.Array(Type.String(), { description: '清单除名称以外显示的字段' })),
  rows: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
});
export type ViewContent = Type.Static<typeof ViewContent>;

/** What a card shows; each card uses some of it. */
export const HomeContent = Type.Object({
  figures: Type.Optional(Type.Array(HomeFigure)),
  steps: Type.Optional(Type.Array(HomeStep)),
  months: Type.Optional(Type.Array(Month)),
  verify_minutes: Type.Optional(Type.Integer({ description: '从上报到核实的中位数' })),
  next: Type.Optional(Type.Object({ at: Instant, place: Type.Optional(Type.String()) })),
  exams: Type.Optional(
    Type.Array(
      Type.Object({
        exam_id: Type.String(),
        exam_name: Type.String(),
        status: Type.String({ description: 'exam_status' }),
        ends_at: Type.Optional(Instant),
        total: Type.Integer(),
        submitted: Type.Integer(),
      }),
    ),
  ),
  cases: Type.Optional(
    Type.Array(
      Type.Object({
        case_id: Type.String(),
        child_id: Type.String(),
        child_name: Type.String(),
        class_name: Type.Optional(Type.String()),
        crisis_level: Type.Integer(),
        opened_at: Instant,
      }),
    ),
  ),
  announcements: Type.Optional(
    Type.Array(
      Type.Object({
        announcement_id: Type.String(),
        kind: Type.Enum(['announcement', 'article']),
        title: Type.String(),
        published_at: Instant,
        read: Type.Boolean(),
      }),
    ),
  ),
  unread: count('未读的公告和文章'),
  schools: Type.Optional(Type.Array(HomeSchool)),
  schools_total: count('学校总数，可能多于表里的'),
  view: Type.Optional(ViewContent),
  locked: Type.Optional(Type.Boolean({ description: '一部分内容要先通过身份验证' })),
});
export type HomeContent = Type.Static<typeof HomeContent>;
