/** Title and purpose of each page. */
export const page = {
  index: { title: '门户首页', about: '工作台' },
};
