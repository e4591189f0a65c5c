/** Title and purpose of each page. */
export const page = {
  customGroup: { title: '自定义分组', about: '按工作需要把学生编成小组' },
};
