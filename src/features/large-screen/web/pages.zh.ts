export const page = {
  largeScreen: { title: '数据大屏', about: '学校或区域心理健康教育工作的实时数字，可以投放到大厅的屏幕' },
};
