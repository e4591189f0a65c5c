/** Second-step verification and what else protects a page (`spec §2`, §4, §5, §8). */
export const security = {
  title: '身份验证',
  why: '这里有需要保护的学生信息，请先确认是您本人在操作。',
  bySms: '短信验证',
  byPassword: '密码验证',
  mobile: '手机号',
  account: '账号',
  password: '登录密码',
  passwordRequired: '请输入密码',
  submit: '验证',
  verified: '验证成功',
  noToken: '验证失败，没有取得验证凭证',
  first: '请先完成身份验证，然后再试一次',
  failed: '验证失败，请重试',
};
