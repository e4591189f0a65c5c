/** Title and purpose of each page. */
export const page = {
  orgManage: { title: '组织管理', about: '学生、班级、监护人和组织架构' },
  school: { title: '学校管理', about: '下属学校的服务状态，进入学校查看' },
};

/** Title of its group in the main menu. */
export const menuGroup = { org: '学校与组织' };
