/**
 * Software features that a school may have opened (`spec §6`), in the order in which a salesperson would list them.
 * Rights in `policies/access.csv` name them; `Intervene_consulting` is written as the wire has it.
 */
export const FEATURES = [
  'archives', // 心理档案
  'exam', // 测评与筛查
  'exam_report', // 团体与个人报告
  'warning', // 预警统计与核实
  'crisis', // 危机上报
  'intervene', // 干预
  'Intervene_interview', // 访谈
  'Intervene_consulting', // 心理咨询，线下咨询开启时有效
  'Intervene_referral', // 转介就医
  'Intervene_sandplay', // 沙盘
  'Intervene_drawing', // 绘画
  'Intervene_custom', // 自定义干预
  'ai', // AI 助手
  'smart_talk', // 智能谈心
  'monthly_report', // 心理月报
  'big_screen', // 数据大屏
  'single_invitation_code', // 单人邀请码
  'group_invitation_code', // 团体邀请码
] as const;
export type Feature = (typeof FEATURES)[number];
