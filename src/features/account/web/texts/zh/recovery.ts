/** The page for a forgotten password, and signing in by short message. */
export const recovery = {
  title: '找回密码',
  about: '用绑定的手机号设置新密码。没有绑定手机号，请联系学校管理员重设。',
  mobile: '手机号',
  next: '下一步',
  chooseTitle: '设置新密码',
  chooseAbout: '{{mobile}} 已验证，请在 10 分钟内设置新密码。所有设备上的登录都会退出。',
  save: '设置新密码',
  done: '新密码已设置',
  doneText: '请用新密码登录。',
  toLogin: '返回登录',
};
