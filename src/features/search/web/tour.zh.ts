export const tour = {
  search: { title: '全局查找', text: '可查找学生、班级、教职工、页面和操作，也可输入拼音首字母。' },
};
