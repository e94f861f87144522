// Inside an app's web view, links marked `data-app-link` are handed to the app instead of being followed.
//
// Which app it is, is decided by what the page finds. The user agent would not do: an iPad calls itself a Macintosh.
//   iOS      the app added a script message handler: webkit.messageHandlers.<data-ios-handler>
//   Android  the app added the object window.<data-android-interface>, or opened the page with ?app=android or
//            #app=android; it receives the address through alert().
// Anywhere else the links stay plain links.
(() => {
  const { iosHandler, androidInterface } = document.currentScript.dataset;

  function iosApp() {
    const handler = window.webkit?.messageHandlers?.[iosHandler];
    if (!handler) return null;
    return { name: "ios", open: (url) => handler.postMessage(url) };
  }

  function androidApp() {
    if (!window[androidInterface] && !toldByAddress()) return null;
    return { name: "android", open: (url) => window.alert(url) };
  }

  // Remembered for the pages that the reader goes on to; storage may be forbidden.
  function toldByAddress() {
    const mark = /[?&#]app=android(&|$)/;
    const isMarked = mark.test(location.search) || mark.test(location.hash);
    try {
      if (isMarked) sessionStorage.setItem("app", "android");
      return isMarked || sessionStorage.getItem("app") === "android";
    } catch {
      return isMarked;
    }
  }

  const app = iosApp() ?? androidApp();
  if (!app) return;

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-app-link]");
    if (!link) return;
    event.preventDefault();
    // `data-ios` and `data-android` are addresses that only the app of that platform can open.
    app.open(link.dataset[app.name] || link.href);
  });
})();
