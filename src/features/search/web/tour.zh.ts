export const tour = {
  search: { title: '什么都能查', text: '学生、班级、教职工、页面和操作都能查，也可以输入拼音首字母。' },
};
