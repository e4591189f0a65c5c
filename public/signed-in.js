// Loads the layout's scripts and style sheets together with the entry script when the browser holds a session. Otherwise they
// would be requested only after the entry script has run.
(function () {
  var layout = document.currentScript && document.currentScript.getAttribute('data-layout');
  var signedIn = false;
  try {
    signedIn = window.localStorage.getItem('xinyu.session') !== null;
  } catch (refused) {
    signedIn = false;
  }
  if (!layout || !signedIn) return;
  layout.split(' ').forEach(function (address) {
    var link = document.createElement('link');
    var isStyle = address.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = address;
    document.head.appendChild(link);
  });
})();
