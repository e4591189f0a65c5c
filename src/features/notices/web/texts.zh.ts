/** Texts of the notices in the header (`spec §2`). */
export const notices = {
  unread: '{{count}} 条未读',
  allRead: '没有未读通知',
  readAll: '全部标为已读',
  mine: '通知',
  seen: '知道了',
  earlier: '查看以前的通知',
  fewer: '收起',
  none: '暂无通知',
  look: '查看',
  acknowledge: '确认收到',
  acknowledged: '已确认收到',
  fresh: '（未读）',
  now: '刚刚',
  minutes: '{{count}} 分钟前',
  hours: '{{count}} 小时前',
  days: '{{count}} 天前',
};

/** The public page that opens what a message is about. */
export const messageRouter = {
  title: '无法打开这条消息',
  text: '消息已经失效，或者您当前的身份和角色不能查看。请从门户首页进入，或切换角色后再试。',
};
