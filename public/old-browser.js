// Only browsers without modules run this: the portal itself can't start in them.
(function () {
  var page = '/IE-under9';
  if (window.location.pathname !== page) window.location.replace(page);
})();
