/** Title and purpose of each page. */
export const page = {
  guardian: { title: '监护人管理', about: '监护人信息以及与学生的关系' },
};
