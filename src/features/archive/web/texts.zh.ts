/** Texts of a student's archive. */
export const archive = {
  about: '学生的基本信息、个案、预警、干预记录和测评。查看会写入操作日志。',
  cases: '危机个案',
  caseOf: '{{at}} 立案',
  closed: '{{at}} 结案',
  noCases: '暂无个案',
  warns: '预警',
  noWarns: '暂无预警',
  openWarn: '查看 {{at}} 的预警',
  records: '干预记录',
  noRecords: '暂无记录',
  by: '{{name}}，{{at}}',
  comment: '班主任评语',
  report: '危机上报',
  choose: '请先选择学生',
  chooseText: '请在学生管理中找到该学生，打开“心理健康档案”。',
  toStudents: '前往学生管理',
};
