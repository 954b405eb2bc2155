/* Before the first paint: theme and language. The address beats what was stored, which beats the system. */
(function () {
  var root = document.documentElement;
  var query = new URLSearchParams(location.search);
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch (error) {
      return null;
    }
  }
  var dark = window.matchMedia && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  var theme = query.get('theme') || stored('steplane.theme') || dark;
  var lang = query.get('lang') || stored('steplane.lang') || (/^ja\b/.test(navigator.language) ? 'ja' : 'en');
  root.dataset.theme = theme === 'dark' ? 'dark' : 'light';
  root.lang = lang === 'ja' ? 'ja' : 'en';
})();
