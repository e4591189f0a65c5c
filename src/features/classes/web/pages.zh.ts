/** Title and purpose of each page. */
export const page = {
  class: { title: '班级管理', about: '按学年维护学校的班级' },
  faculty: { title: '院系专业', about: '院系与专业' },
};
