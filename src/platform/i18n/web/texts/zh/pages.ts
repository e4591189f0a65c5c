export const pages = {
  public: {
    invitation: '邀请注册',
    groupInvitation: '团体邀请注册',
    wechatLogin: '微信登录',
    wechatUnlogin: '微信解绑',
    qqLogin: 'QQ 登录',
    qqUnlogin: 'QQ 解绑',
    wworkQrLogin: '企业微信扫码登录',
    wworkLogin: '企业微信登录',
    proxy: '登录跳转',
    messageRouter: '消息跳转',
  },
  notOpen: {
    title: '{{name}}尚未开放',
    text: '此功能尚未开放。您可以用账号和密码登录，或请学校管理员协助。',
    invitation: '此功能尚未开放。请学校管理员为您建立账号。',
    messageRouter: '此功能尚未开放。请登录后在门户中查看。',
  },
  coming: { title: '{{name}}', text: '此页面正在建设中', back: '回到门户首页' },
  notFound: { title: '页面不存在', text: '地址可能有误，或页面已移动。' },
  forbidden: {
    title: '您没有权限查看此页面',
    text: '当前身份是{{org}}的{{role}}，不能访问「{{page}}」。如因工作需要，请联系学校管理员，或切换到其他角色。',
  },
  oldBrowser: {
    title: '您的浏览器版本过低',
    text: '为了保护学生信息的安全，本系统不再支持这个浏览器。请改用新版的 Chrome、Edge、Firefox、Safari 或 360 浏览器（极速模式）打开。',
  },
  away: { title: '暂时无法连接服务', text: '请检查网络后重试。您的登录仍然有效。' },
};
