import type { EnumName } from '../../../platform/schema/labels.ts';
import { STORED_TITLES } from './titles.ts';

/** Description of the rows of a table about a child. */
export interface Holding {
  title: string;
  /** Printed columns with their titles, in this order. The JSON contains all others as well. */
  printed?: Readonly<Record<string, string>>;
  /** Columns with codes, by their list in schemas/enums.json. */
  codes?: Readonly<Record<string, EnumName>>;
  /** Columns with pairs of label and text, as JSON. */
  pairs?: readonly string[];
  /** Reason why the table is not disclosed: a repetition of other data, or credentials. */
  notGiven?: string;
}

/** Columns about other people (author, decider) or technical ones; never disclosed. */
const OTHERS = new Set([
  'org_id',
  'user_id',
  'recorded_by',
  'set_by',
  'withdrawn_by',
  'created_by',
  'author_id',
  'reporter_id',
  'verified_by',
  'acknowledged_by',
  'closed_by',
  'owner_id',
  'counsellor_id',
  'guardian_id',
  'group_id',
  'ended_by',
  'decided_by',
  'sent_by',
  'accepted_by',
  'submitted_by',
  'released_by',
  'ticket',
  'name_pinyin',
  'version',
]);
export const isGiven = (column: string): boolean => !OTHERS.has(column);

/**
 * Tables with a description. Other tables are disclosed and erased as well (migration 0030 finds them), under their
 * technical names.
 */
const HOLDINGS: Readonly<Record<string, Holding>> = {
  students: { title: '基本信息' },
  enrolments: {
    title: '学籍经历',
    printed: { since: '自', year_name: '学年', class_name: '班级', study_status: '学籍状态' },
    codes: { study_status: 'study_status' },
  },
  guardian_children: {
    title: '监护人',
    printed: { relation: '关系', guardian_name: '姓名' },
    codes: { relation: 'guardian_relation' },
  },
  warn_tallies: { title: '预警计数', notGiven: '由预警数出' },
  guardian_consents: {
    title: '监护人同意',
    printed: {
      consented_on: '同意日期',
      guardian_name: '监护人',
      relation: '关系',
      how: '方式',
      text_version: '同意书版本',
      withdrawn_at: '撤回',
    },
    codes: { relation: 'guardian_relation', how: 'consent_how' },
  },
  custom_group_members: { title: '自定义分组', printed: { added_at: '加入时间' } },
  comments: { title: '班主任评语', printed: { year_id: '学年', content: '评语', updated_at: '时间' } },
  comment_drafts: { title: '班主任评语的草稿', notGiven: '未提交的文字，仅作者可见' },
  media_infos: { title: '附件', printed: { created_at: '时间', note: '说明' } },
  import_rows: { title: '导入的行', notGiven: '与基本信息重复，7 天后删除' },
  roster_proposals: { title: '名册比对的建议', notGiven: '由名册与基本信息比对得出，等待决定' },
  password_batch_items: { title: '批量修改密码的行', notGiven: '含密码' },
  exam_sheets: {
    title: '测评答卷',
    printed: { class_name: '班级', started_at: '开始', submitted_at: '提交', answers: '作答' },
  },
  // What was sent, call by call; the answers in force are printed with their sheet.
  exam_answers: { title: '作答记录' },
  exam_results: { title: '测评结果', printed: { scale_id: '量表', version: '版本', scored_at: '时间' } },
  exam_tallies: { title: '测评计数', notGiven: '由测评结果数出' },
  exam_totals: {
    title: '导入的测评总分',
    printed: { tested_on: '施测日期', scale_id: '量表', dimension: '维度', score: '分数' },
  },
  screening_hits: { title: '测评预警的记录', printed: { raised_at: '时间' } },
  exam_consents: { title: '测评知情同意', printed: { given_at: '同意时间', text: '同意书', withdrawn_at: '撤回' } },
  exam_codes: { title: '机房测评码', notGiven: '是登录凭证' },
  exam_seats: { title: '机房座位', notGiven: '只有设备报到的时间和数量' },
  talk_requests: { title: '约谈申请', printed: { requested_at: '时间', note: '想说的话', answer: '回复' } },
  student_applications: { title: '注册申请', printed: { created_at: '提交时间', decided_at: '处理时间' } },
  transfers_sent: {
    title: '转出档案',
    printed: { sent_at: '时间', to_name: '接收方', basis: '依据', leaves_on: '离校日期' },
    pairs: ['basis'],
  },
  received_records: { title: '前一所学校的记录', printed: { from_name: '学校', accepted_at: '接收时间' } },
  received_sections: {
    title: '前一所学校的记录：内容',
    printed: { title: '标题', body: '内容' },
    pairs: ['body'],
  },
  tenant_rows: { title: '本校自建资源的记录' },
  child_keys: { title: '学生密钥', notGiven: '是密钥' },
  ...STORED_TITLES,
};

export const holdingOf = (table: string): Holding =>
  (Object.hasOwn(HOLDINGS, table) ? HOLDINGS[table] : undefined) ?? { title: table };

/** Data that an erasure keeps, and why. */
export const KEPT = {
  log: {
    title: '操作记录',
    reason: '法律要求保留，且不能改动：只留下编号，其中关于学生的内容随密钥一起销毁，无法再打开',
  },
} as const;
