/** Title and purpose of each page. */
export const page = {
  warnStatistics: { title: '预警统计', about: '按等级、来源、时间和班级查看预警的数量' },
  escalation: { title: '预警上报规则', about: '预警逐级通知规则与演练' },
  warnManual: { title: '人工上报预警', about: '教师上报的风险线索及核实情况' },
  ownReports: { title: '我的上报', about: '本人上报的预警和处理进展' },
  warnAssessment: { title: '测评预警', about: '测评结果触发的预警及核实情况' },
  warnSmartTalk: { title: '智能谈心预警', about: '智能谈心中发现的预警及核实情况' },
  warns: { title: '预警列表', about: '各来源的预警' },
  cases: { title: '危机个案', about: '核实有效后的跟进与结案' },
  case: { title: '个案详情', about: '从上报到结案的处置过程' },
};
