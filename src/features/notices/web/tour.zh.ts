export const tour = {
  notices: { title: '通知', text: '新的预警、回复和公告在此显示，点击即可前往处理。' },
};
