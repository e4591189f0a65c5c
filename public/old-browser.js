// Only browsers without modules run this: the portal itself can't start in them.
(function () {
  var page = '/IE-under9';
  if (window.location.pathname !== page) {
    window.location.replace(page);
    return;
  }
  document.title = '浏览器版本过低';
  window.onload = function () {
    document.getElementById('root').innerHTML =
      '<div style="max-width:560px;margin:80px auto;padding:0 24px;font:16px/1.8 sans-serif">' +
      '<h1 style="font-size:22px">您的浏览器版本过低</h1>' +
      '<p>为了保护学生信息的安全，本系统不再支持这个浏览器。</p>' +
      '<p>请改用新版的 Chrome、Edge、Firefox、Safari 或 360 浏览器（极速模式）打开本页。</p></div>';
  };
})();
