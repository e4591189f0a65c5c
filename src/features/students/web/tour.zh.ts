export const tour = {
  myClass: { title: '我的班级', text: '本班缺少账号、监护人或同意的学生，点击数字打开名单。' },
};
