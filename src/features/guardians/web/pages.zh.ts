/** Title and purpose of each page. */
export const page = {
  guardian: { title: '家长管理', about: '家长信息以及与学生的关系' },
};
