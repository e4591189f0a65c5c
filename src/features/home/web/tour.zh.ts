export const tour = {
  newYear: { title: '新学年准备', text: '按此顺序完成升级、导入、密码、同意和测评；点击数字打开名单。' },
  arrange: { title: '按工作习惯调整首页', text: '可以调整卡片的顺序和大小，隐藏用不到的卡片。' },
};
