export const tour = {
  warnings: { title: '先看待核实的预警', text: '最紧急的排在前面。点数字打开名单，逐条核实。' },
  ownReports: { title: '我上报的情况', text: '您上报的学生由谁在处理、到了哪一步，在这里看。' },
  crisisReport: { title: '发现紧急情况，马上上报', text: '在任何页面都能点这里，几十秒就能报完；不确定也可以报。' },
};
