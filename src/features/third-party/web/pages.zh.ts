/** Title and purpose of each page. */
export const page = {
  ownSignIn: { title: '登录方式', about: '本单位的统一身份认证和企业微信' },
};
