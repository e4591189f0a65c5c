export const tour = {
  menu: { title: '全部页面', text: '您能用的页面都在这里，按工作分组。' },
};
