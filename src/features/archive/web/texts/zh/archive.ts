/** Texts of a student's archive. */
export const archive = {
  about: '一名学生的基本信息、个案、预警和干预记录；查看会写入操作日志',
  cases: '危机个案', caseOf: '{{at}} 立案', closed: '{{at}} 结案', noCases: '没有个案',
  warns: '预警', noWarns: '没有预警', openWarn: '查看 {{at}} 的预警',
  records: '干预记录', noRecords: '没有记录', by: '{{name}}，{{at}}',
  comment: '班主任评语', later: '测评报告', laterText: '心理测评开放以后，报告会列在这里。',
  report: '危机上报', choose: '请先选择学生', chooseText: '在学生管理中找到这名学生，打开“心理健康档案”。', toStudents: '去学生管理',
};
