export const tour = {
  notices: { title: '通知', text: '新的预警、回复和公告会出现在这里，点开就到要处理的地方。' },
};
