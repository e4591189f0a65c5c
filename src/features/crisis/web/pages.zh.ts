/** Title and purpose of each page. */
export const page = {
  warnStatistics: { title: '预警统计', about: '按等级、来源、时间和班级查看预警的数量' },
  escalation: { title: '预警上报规则', about: '预警先告诉谁，没人处理再告诉谁；演练' },
  warnManual: { title: '人工上报预警', about: '老师上报的担忧，等待核实' },
  warnAssessment: { title: '测评预警', about: '测评结果触发的预警' },
  warnSmartTalk: { title: '智能谈心预警', about: '智能谈心中发现的预警' },
  warns: { title: '预警列表', about: '各个来源的预警' },
  cases: { title: '危机个案', about: '核实有效之后的跟进，直到结案' },
  case: { title: '个案详情', about: '一名学生从上报到结案的经过' },
};
