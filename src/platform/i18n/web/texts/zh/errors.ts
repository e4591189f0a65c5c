/** Messages for failed calls (`spec §8`). */
export const errors = {
  network: '网络错误！',
  timeout: '请求超时！',
  wrongPassword: '账号或密码错误',
  forbidden: '权限不足',
  busy: '正在努力加载中...',
  unknown: '未知错误',
  sessionEndedTitle: '请重新登录',
  sessionEnded: '登录已过期或账号已在其他地方登录，请重新登录',
  signInAgain: '重新登录',
  chunkTitle: '页面没有加载成功',
  chunk: '可能是网络中断，或者系统刚刚更新。刷新页面后可以继续。',
  crashTitle: '页面出了点问题',
  crash: '您的数据没有受影响。刷新页面后再试一次；如果还是这样，请联系客服。',
  requestId: '请求编号：{{id}}',
};
