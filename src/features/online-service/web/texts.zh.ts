/** Texts of the online service. */
export const onlineService = {
  title: '在线客服',
  scan: '用手机扫描二维码，联系服务提供方',
  open: '在本机打开',
  code: '在线客服的二维码',
  phone: '服务电话',
  hours: '服务时间',
  none: '平台还没有设置在线客服。请联系本单位的管理员，或查看帮助中心。',
  help: '打开帮助中心',
  crisis: '在线客服只解答使用问题。有人处于危险之中时，请用“危机上报”，并立即拨打 110 或 120。',
};
