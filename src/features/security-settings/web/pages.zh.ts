/** Title and purpose of each page. */
export const page = {
  security: { title: '安全设置', about: '水印、脱敏和身份验证' },
};

/** Title of its group in the main menu. */
export const menuGroup = { settings: '系统设置' };
