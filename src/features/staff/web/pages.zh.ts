/** Title and purpose of each page. */
export const page = {
  teacher: { title: '教职工管理', about: '教职工账号和角色' },
};
