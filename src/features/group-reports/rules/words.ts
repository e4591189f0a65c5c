import type { GroupReport, Participation } from '../contract.ts';

/** What a report says of taking part, in the order of its columns. */
export const TAKING = [
  'asked',
  'submitted',
  'under_way',
  'not_started',
  'waiting_consent',
  'incomplete',
  'withdrawn',
] as const satisfies readonly (keyof Participation)[];

/** Words that files and sheets share with the page. */
export const words = {
  asked: '应测',
  submitted: '已完成',
  under_way: '正在作答',
  not_started: '未开始',
  waiting_consent: '等待同意',
  incomplete: '有漏答',
  withdrawn: '退出',
} satisfies Record<(typeof TAKING)[number], string>;

/** Says how a group's mean is compared with its norm. */
export const NORM_ABOUT =
  '常模平均分是各学生所属人群的平均分的平均；效应量是差除以常模的标准差，绝对值约 0.2 小、0.5 中、0.8 大。';
export const NORM_GAP = '有学生不在常模的人群内（年龄、性别、学段或年级），不与常模比较。';

/** A difference with its sign. */
export const signed = (value: number): string => (value > 0 ? `+${value}` : String(value).replace('-', '−'));

/** The numbers that this reader gets; an institution gets two of them. */
export const columnsOf = ({ participation, smallest, level, parts }: GroupReport) =>
  TAKING.filter(
    (key) =>
      participation[key] !== undefined ||
      parts.rows.some((row) => row[key] !== undefined) ||
      (smallest !== undefined && level !== 'grade' && (key === 'asked' || key === 'submitted')),
  );

/** Whether the parts of a report are listed with their participation. */
export const listsParts = ({ parts }: GroupReport): boolean =>
  parts.rows.length > 1 && parts.rows.some((row) => row.asked !== undefined);

/** Says that results were scored by several versions of a scale. */
export const versionsText = (versions: readonly string[]): string =>
  `结果由量表的 ${versions.length} 个版本（${versions.join('、')}）算出，分级的名称以 ${versions[0] ?? ''} 版为准`;
