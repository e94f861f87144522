// The words of a map, in the language of its page.
const words = {
  ja: {
    zoomIn: "拡大", zoomOut: "縮小", all: "全体", showAll: "全体を見る", tools: "地図の操作", locate: "現在地から近い順",
    joint: "、", many: (count, names) => `${count}件: ${names}`,
    unable: "この端末では現在地を調べられません。", asking: "現在地を調べています…",
    refused: "現在地の利用が許可されていません。ブラウザーの設定で許可すると、近い順に並びます。",
    failed: "現在地が分かりませんでした。電波のよいところで、もう一度お試しください。",
    sorted: "現在地から近い順です。直線の距離で、徒歩は80 mを1分として数えています。",
    walk: (hours, minutes) => `・徒歩${hours ? `${hours}時間` : ""}${minutes ? `${minutes}分` : ""}`,
  },
  en: {
    zoomIn: "Zoom in", zoomOut: "Zoom out", all: "All", showAll: "Show all", tools: "Map controls", locate: "Nearest to me",
    joint: ", ", many: (count, names) => `${count} here: ${names}`,
    unable: "This device cannot tell where you are.", asking: "Looking for your position…",
    refused: "The page may not use your position. Allow it in the browser’s settings to see what is nearest.",
    failed: "Your position could not be found. Try again where reception is better.",
    sorted: "Nearest first, by straight-line distance. Walking is counted as one minute for each 80 m.",
    walk: (hours, minutes) => `, ${hours ? `${hours} h ` : ""}${minutes ? `${minutes} min ` : ""}on foot`,
  },
  ko: {
    zoomIn: "확대", zoomOut: "축소", all: "전체", showAll: "전체 보기", tools: "지도 조작", locate: "현재 위치에서 가까운 순",
    joint: ", ", many: (count, names) => `${count}곳: ${names}`,
    unable: "이 기기에서는 현재 위치를 알 수 없습니다.", asking: "현재 위치를 찾고 있습니다…",
    refused: "현재 위치 사용이 허용되지 않았습니다. 브라우저 설정에서 허용하면 가까운 순으로 보여 드립니다.",
    failed: "현재 위치를 찾지 못했습니다. 전파가 좋은 곳에서 다시 시도해 주세요.",
    sorted: "현재 위치에서 가까운 순입니다. 직선 거리이며, 걷는 시간은 80 m를 1분으로 셉니다.",
    walk: (hours, minutes) => `, 걸어서 ${[hours && `${hours}시간`, minutes && `${minutes}분`].filter(Boolean).join(" ")}`,
  },
};

export const word = words[document.documentElement.lang.slice(0, 2)] ?? words.en;
