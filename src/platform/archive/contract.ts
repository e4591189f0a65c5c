import * as Type from 'typebox/type';

/** What the events of an archive are about; the order of the filter. */
export const ARCHIVE_KINDS = [
  'enrolment',
  'screening',
  'warning',
  'case',
  'concern',
  'interview',
  'consultation',
  'intervention',
  'referral',
  'follow_up',
  'guardian',
  'comment',
] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

const Kind = Type.Enum([...ARCHIVE_KINDS]);
const Tone = Type.Enum(['grey', 'active', 'yellow', 'red', 'done']);
const Moment = Type.String({ description: '时间，或者日期' });

/** The row that an event or task is about; its page shows it. */
const Record = Type.Object({ resource: Type.String({ description: '实体名' }), record_id: Type.String() });

/** One thing that happened to a student, in words for a reader of the archive. */
export const ArchiveEvent = Type.Object({
  event_id: Type.String(),
  kind: Kind,
  at: Moment,
  title: Type.String(),
  facts: Type.Array(Type.Object({ title: Type.String(), text: Type.String() })),
  by: Type.Optional(Type.String({ description: '谁做的、谁写的' })),
  crisis_level: Type.Optional(Type.Integer({ description: 'crisis_level' })),
  state: Type.Optional(Type.Object({ tone: Tone, text: Type.String() })),
  record: Type.Optional(Record),
  path: Type.Optional(Type.String({ description: '门户里的页面，没有记录时' })),
});
export type ArchiveEvent = Type.Static<typeof ArchiveEvent>;

/** A value of a student over the years; only values that may be compared. */
export const ArchiveCurve = Type.Object({
  curve_id: Type.String(),
  title: Type.String(),
  points: Type.Array(
    Type.Object({
      point_id: Type.String(),
      at: Moment,
      label: Type.String({ description: '哪一次' }),
      value: Type.Number(),
      path: Type.Optional(Type.String()),
    }),
    { description: '最早的在前，至少两个' },
  ),
  left_out: Type.Integer({ description: '没有画出的：与最近一次不能比较' }),
});
export type ArchiveCurve = Type.Static<typeof ArchiveCurve>;

/** Something about a student that waits for a person. */
export const ArchiveTask = Type.Object({
  kind: Kind,
  title: Type.String(),
  due: Type.Optional(Moment),
  since: Type.Optional(Moment),
  overdue: Type.Boolean(),
  record: Type.Optional(Record),
  path: Type.Optional(Type.String({ description: '门户里的页面，没有记录时' })),
});
export type ArchiveTask = Type.Static<typeof ArchiveTask>;
