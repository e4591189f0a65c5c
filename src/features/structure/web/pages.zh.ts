/** Title and purpose of each page. */
export const page = {
  structure: { title: '组织架构', about: '学校的部门、年级和班级结构' },
};
