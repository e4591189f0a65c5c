/** The sign-up with a mobile that a school has recorded. */
export const signUp = {
  title: '用手机号开通账号',
  about:
    '学校登记了您的手机号、但还没有给您账号时，在这里验证手机号并设置密码。收不到验证码的，请联系学校核对登记的手机号。',
  mobile: '手机号',
  mobileRequired: '请输入 11 位手机号',
  codeRequired: '请输入验证码',
  next: '下一步',
  chooseTitle: '设置密码',
  chooseAbout: '手机号 {{mobile}} 已验证，将为您开通：',
  identities: { parent: '家长', staff: '教职工' },
  open: '{{org}} · {{identity}}',
  save: '开通并登录',
  failed: '没有成功，请重试',
  toLogin: '返回登录',
  reset: '忘记密码',
};
