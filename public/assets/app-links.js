// Inside an app's web view, links marked `data-app-link` are handed to the app instead of being followed.
//
// What the page finds tells which app it is in. The user agent does not: an iPad calls itself a Macintosh.
//   iOS      the app added a script message handler: webkit.messageHandlers.<data-ios-handler>
//   Android  the page is in an Android web view, see below, or the app added window.<data-android-interface>, or it
//            opened the page with ?app=android or #app=android; it receives the address through alert().
// Anywhere else the links stay plain links.
(() => {
  const { iosHandler, androidInterface } = document.currentScript.dataset;

  function iosApp() {
    const handler = window.webkit?.messageHandlers?.[iosHandler];
    if (!handler) return null;
    return { name: "ios", open: (url) => handler.postMessage(url) };
  }

  function androidApp() {
    if (window[androidInterface] || toldByAddress()) return { name: "android", open: (url) => window.alert(url) };
    if (!isAndroidWebView()) return null;
    return { name: "android", open: askApp };
  }

  // Messengers show pages in a web view too, and their alert() is a box that the reader has to close. An app that
  // listens answers at once; after a box the link is followed as anywhere else.
  function askApp(url, address) {
    const start = performance.now();
    window.alert(url);
    if (performance.now() - start > 1000) location.assign(address);
  }

  // Since version 116 a web view says what it is. An older one, or one whose app changed its name, is told from
  // browsers by what it cannot do: web views show no notifications and share nothing, while every browser on Android
  // does both on a secure page. Only Android and ChromeOS know the type of the connection, which leaves out the iPhone.
  function isAndroidWebView() {
    const brands = navigator.userAgentData?.brands ?? [];
    if (brands.some(({ brand }) => brand === "Android WebView")) return true;
    const isAndroid = "type" in (navigator.connection ?? {});
    return isAndroid && window.isSecureContext && !("Notification" in window) && !("share" in navigator);
  }

  // The mark is remembered for the pages that the reader goes on to, unless storage is forbidden.
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
    app.open(link.dataset[app.name] || link.href, link.href);
  });
})();
