export const tour = {
  schools: { title: '下属学校', text: '各校的预警、核实用时、测评进度和服务到期汇总在此表中。' },
};
