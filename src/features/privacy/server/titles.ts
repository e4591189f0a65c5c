import type { EnumName } from '../../../platform/schema/labels.ts';
/** Display titles of tables about warnings, cases and interventions. */
export const STORED_TITLES: Readonly<
  Record<
    string,
    {
      title: string;
      printed?: Readonly<Record<string, string>>;
      codes?: Readonly<Record<string, EnumName>>;
      notGiven?: string;
    }
  >
> = {
  warns: {
    title: '预警',
    printed: {
      reported_at: '时间',
      source: '来源',
      category_id: '风险类型',
      warn_content: '内容',
      valid_status: '核实结果',
      crisis_level: '等级',
      reason: '理由',
    },
    codes: { source: 'warn_source', valid_status: 'valid_status', crisis_level: 'crisis_level' },
  },
  crisis_cases: {
    title: '危机个案',
    printed: {
      opened_at: '开始',
      crisis_level: '等级',
      status: '状态',
      next_on: '下一步日期',
      next_text: '下一步',
      closed_at: '结束',
    },
    codes: { crisis_level: 'crisis_level', status: 'case_status' },
  },
  case_steps: {
    title: '个案经过',
    printed: { at: '时间', kind: '类别', body: '内容' },
    codes: { kind: 'case_step_kind' },
  },
  // The texts name nobody, and are part of what the school holds about the child as long as the link exists.
  library_links: { title: '案例库的链接', notGiven: '只有编号' },
  library_cases: {
    title: '案例库（已去掉可识别个人的内容）',
    printed: { title: '标题', background: '背景与问题', process: '过程与处置', outcome: '结果', lessons: '启示' },
  },
  concern_levels: {
    title: '关注等级',
    printed: { set_at: '自', level: '等级', reason: '理由', ended_at: '至' },
    codes: { level: 'concern_level' },
  },
  safety_plans: { title: '安全计划', printed: { at: '时间', edition: '版本', body: '内容' } },
  interventions: { title: '干预', printed: { happened_at: '时间', content: '内容', effect: '效果' } },
  interviews: { title: '访谈', printed: { happened_at: '时间', content: '内容', conclusion: '结论' } },
  consultations: {
    title: '心理咨询',
    printed: { start_at: '时间', status: '状态', topic: '主题', content: '内容', effect: '效果' },
    codes: { status: 'consultation_status' },
  },
  referrals: {
    title: '转介就医',
    printed: { referred_on: '日期', hospital: '医院', department: '科室', status: '状态', reason: '理由' },
    codes: { status: 'referral_status' },
  },
  referral_steps: {
    title: '转介经过',
    printed: { at: '时间', status: '状态', note: '说明' },
    codes: { status: 'referral_status' },
  },
  sandplays: { title: '沙盘', printed: { happened_at: '时间', theme: '主题', content: '内容', meaning: '分析' } },
  drawings: { title: '绘画', printed: { happened_at: '时间', title: '题目', content: '内容', meaning: '分析' } },
  custom_interventions: { title: '自定义干预', printed: { happened_at: '时间', title: '名称', content: '内容' } },
  follow_ups: { title: '跟进', printed: { due_on: '日期', plan: '计划', content: '内容' } },
  row_transitions: { title: '状态的变化', printed: { at: '时间', label: '操作', to_state: '状态', note: '说明' } },
  automation_runs: { title: '自动化的运行' },
  row_versions: { title: '修改前的内容', printed: { at: '时间', former: '内容' } },
  escalations: { title: '预警通知' },
  escalation_tellings: { title: '预警通知的经过' },
  notices: { title: '站内通知' },
  reminders: { title: '提醒' },
};
