export const doors = {
  oldBrowser: '您的浏览器版本过低',
  oldBrowserText:
    '为了保护学生信息的安全，本系统不再支持这个浏览器。请改用 116 以上的 Chrome 或 Edge、124 以上的 Firefox、17.4 以上的 Safari，或 360 浏览器新版的极速模式。',
  proxy: '无法打开这个链接',
  proxyText: '链接指向的不是本系统的页面，已停止跳转。请从门户首页进入，或联系发给您链接的人。',
};
