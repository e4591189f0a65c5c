/** Title and purpose of each page. */
export const page = {
  account: { title: '账号设置', about: '个人信息、登录密码和设备' },
};
