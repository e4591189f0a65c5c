export const tour = {
  myClass: { title: '我的班级', text: '班里还缺账号、监护人或同意的学生，点数字就能看到是谁。' },
};
