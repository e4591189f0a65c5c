export const tour = {
  newYear: { title: '新学年准备', text: '按这里的顺序做完升级、导入、密码、同意和测评；每个数字都能点开名单。' },
  arrange: { title: '按自己的习惯排首页', text: '可以调整卡片的顺序和大小，隐藏用不到的卡片。' },
};
