/** Title and purpose of each page. */
export const page = {
  student: { title: '学生管理', about: '学生信息、在读状态和班级' },
};
