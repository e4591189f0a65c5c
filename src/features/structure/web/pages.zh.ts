/** Title and purpose of each page. */
export const page = {
  structure: { title: '组织架构', about: '部门，以及学校的年级和班级' },
};
