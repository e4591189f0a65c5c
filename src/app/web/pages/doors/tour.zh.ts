export const tour = {
  menu: { title: '全部页面', text: '您有权使用的页面均在此处，按工作分组。' },
};
