/** Second-step verification and what else protects a page (`spec §2`, §4, §5, §8). */
export const security = {
  title: '身份验证',
  why: '此页面包含受保护的学生信息，请先验证身份。',
  bySms: '短信验证',
  byPassword: '密码验证',
  mobile: '手机号',
  account: '账号',
  password: '登录密码',
  passwordRequired: '请输入密码',
  submit: '验证',
  verified: '验证成功',
  noToken: '验证失败，没有取得验证凭证',
  first: '请先完成身份验证，再重试',
  failed: '验证失败，请重试',
};

/** What protects a page, at its side (`spec §4`, suspension button). */
export const suspension = {
  title: '页面防护',
  verification: '身份验证',
  until: '已验证，{{at}} 前有效（剩余 {{left}}）',
  over: '验证已到期，继续操作时需要再次验证',
  masking: '信息脱敏',
  maskingOn: '手机号、证件号等按角色显示',
  watermark: '页面水印',
  watermarkOn: '页面上显示{{name}}的姓名和账号',
  log: '操作日志',
  logged: '{{name}}（{{login}}）的操作会写入日志',
  off: '未开启',
  settings: '安全设置',
};
