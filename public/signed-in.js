// Where somebody is signed in, the scripts of the layout are loaded while the entry script is: it would ask for them only once it runs.
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
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = address;
    document.head.appendChild(link);
  });
})();
