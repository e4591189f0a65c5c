export const tour = {
  warnings: { title: '优先处理待核实的预警', text: '最紧急的排在最前。点击数字打开名单，逐条核实。' },
  ownReports: { title: '我上报的情况', text: '在此查看您上报的学生的处理人和进展。' },
  crisisReport: {
    title: '发现紧急情况，马上上报',
    text: '在任何页面均可点击此处上报，用时不到一分钟；不能确定时也可上报。',
  },
};
