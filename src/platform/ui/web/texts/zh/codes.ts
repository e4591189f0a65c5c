/** Codes by short message, wherever one is asked for. */
export const codes = {
  code: '短信验证码',
  required: '请输入验证码',
  send: '发送验证码',
  resend: '重新发送（{{n}}）秒',
  sent: '验证码已发送，5 分钟内有效',
  sentMaybe: '号码已绑定账号的，一分钟内会收到验证码',
  outbox: '演示方式不发短信，请打开 {{path}} 查看验证码',
  failed: '操作失败，请重试',
};
