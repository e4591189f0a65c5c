// Sets the remembered theme before the first paint, so that a dark page does not flash white. The rest is in src/platform/theme/web.
(function () {
  var chosen = null;
  try {
    chosen = window.localStorage.getItem('xinyu.theme');
  } catch (refused) {
    chosen = null;
  }
  var dark = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.setAttribute('data-theme', chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light');
})();
