export const charts = {
  view: '{{title}}的显示方式',
  chart: '图表',
  table: '表格',
  nothing: '没有数据',
  failed: '图表没有加载成功，请查看表格',
};
