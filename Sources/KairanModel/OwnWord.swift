/// The words that Kairan itself writes into pages. A text of `templates/_strings.yml` with the same name takes their
/// place.
package enum OwnWord: String, CaseIterable, Sendable {
    case note = "alert-note"
    case tip = "alert-tip"
    case important = "alert-important"
    case warning = "alert-warning"
    case caution = "alert-caution"
    /// The title of the page `404.html`, and its sentence.
    case notFound = "not-found"
    case notFoundText = "not-found-text"
    /// The title of the page at an address that leads on, and its sentence.
    case moved = "moved"
    case movedText = "moved-text"
    /// The name that a screen reader reads out for the link from a footnote to its place in the text.
    case footnoteBack = "footnote-back"
    /// The words below a map that stand before the parallel of its scale.
    case mapProjection = "map-projection"

    /// Returns the word in a language, or nil for a language that Kairan does not know.
    package func text(in language: String) -> String? {
        let parts = language.split(separator: "-")
        for count in stride(from: parts.count, to: 0, by: -1) {
            if let words = Self.words[parts.prefix(count).joined(separator: "-")] { return words[position] }
        }
        return nil
    }

    package var english: String { Self.words["en"]?[position] ?? rawValue }

    private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    private static let traditionalChinese = [
        "備註", "提示", "重要", "警告", "注意", "找不到網頁", "您要找的網頁已移動或不存在。", "已移動", "此網頁已移動。", "返回正文",
        "等距圓柱投影，標準緯線",
    ]
    private static let norwegian = [
        "Merk", "Tips", "Viktig", "Advarsel", "Forsiktig", "Fant ikke siden",
        "Siden du leter etter, er flyttet eller finnes ikke lenger.",
        "Flyttet", "Denne siden er flyttet.", "Tilbake til teksten", "Ekvirektangulær projeksjon ved",
    ]
    private static let words: [String: [String]] = [
        "en": [
            "Note", "Tip", "Important", "Warning", "Caution", "Page not found",
            "The page you are looking for has moved or no longer exists.", "Moved", "This page has moved.",
            "Back to content",
            "Equirectangular at",
        ],
        "ar": [
            "ملاحظة", "نصيحة", "مهم", "تحذير", "تنبيه", "الصفحة غير موجودة",
            "الصفحة التي تبحث عنها نُقلت أو لم تعد موجودة.", "تم نقل الصفحة", "تم نقل هذه الصفحة.", "العودة إلى النص",
            "إسقاط أسطواني متساوي المسافات عند",
        ],
        "cs": [
            "Poznámka", "Tip", "Důležité", "Varování", "Pozor", "Stránka nenalezena",
            "Hledaná stránka byla přesunuta nebo již neexistuje.", "Přesunuto", "Tato stránka byla přesunuta.",
            "Zpět k textu",
            "Ekvidistantní válcové zobrazení pro",
        ],
        "da": [
            "Bemærk", "Tip", "Vigtigt", "Advarsel", "Forsigtig", "Siden blev ikke fundet",
            "Siden, du leder efter, er flyttet eller findes ikke længere.", "Flyttet", "Denne side er flyttet.",
            "Tilbage til teksten",
            "Ækvidistant cylinderprojektion ved",
        ],
        "de": [
            "Hinweis", "Tipp", "Wichtig", "Warnung", "Vorsicht", "Seite nicht gefunden",
            "Die gesuchte Seite ist umgezogen oder existiert nicht mehr.", "Umgezogen", "Diese Seite ist umgezogen.",
            "Zurück zum Text",
            "Rektangularprojektion bei",
        ],
        "es": [
            "Nota", "Consejo", "Importante", "Advertencia", "Precaución", "Página no encontrada",
            "La página que busca se ha trasladado o ya no existe.", "Trasladada", "Esta página se ha trasladado.",
            "Volver al texto",
            "Proyección equirrectangular a",
        ],
        "fi": [
            "Huomautus", "Vinkki", "Tärkeää", "Varoitus", "Varo", "Sivua ei löytynyt",
            "Etsimäsi sivu on siirretty tai sitä ei enää ole.", "Siirretty", "Tämä sivu on siirretty.",
            "Takaisin tekstiin",
            "Tasavälinen lieriöprojektio, leveyspiiri",
        ],
        "fr": [
            "Remarque", "Conseil", "Important", "Avertissement", "Attention", "Page introuvable",
            "La page que vous cherchez a été déplacée ou n’existe plus.", "Page déplacée", "Cette page a été déplacée.",
            "Retour au texte",
            "Projection équirectangulaire à",
        ],
        "id": [
            "Catatan", "Tips", "Penting", "Peringatan", "Hati-hati", "Halaman tidak ditemukan",
            "Halaman yang Anda cari telah dipindahkan atau tidak ada lagi.", "Dipindahkan",
            "Halaman ini telah dipindahkan.", "Kembali ke teks",
            "Proyeksi ekuirektangular pada",
        ],
        "it": [
            "Nota", "Suggerimento", "Importante", "Avviso", "Attenzione", "Pagina non trovata",
            "La pagina che cerchi è stata spostata o non esiste più.", "Spostata", "Questa pagina è stata spostata.",
            "Torna al testo",
            "Proiezione equirettangolare a",
        ],
        "ja": [
            "メモ", "ヒント", "重要", "警告", "注意", "ページが見つかりません", "お探しのページは、移動したか、なくなりました。", "移動しました",
            "このページは移動しました。", "本文へ戻る",
            "正距円筒図法、標準緯線",
        ],
        "ko": [
            "참고", "팁", "중요", "경고", "주의", "페이지를 찾을 수 없습니다", "찾으시는 페이지가 옮겨졌거나 더 이상 없습니다.", "옮겨졌습니다",
            "이 페이지는 옮겨졌습니다.", "본문으로 돌아가기",
            "정거원통도법, 표준 위선",
        ],
        "nb": norwegian,
        "nl": [
            "Opmerking", "Tip", "Belangrijk", "Waarschuwing", "Let op", "Pagina niet gevonden",
            "De pagina die u zoekt, is verplaatst of bestaat niet meer.", "Verplaatst", "Deze pagina is verplaatst.",
            "Terug naar de tekst",
            "Equirectangulaire projectie op",
        ],
        "no": norwegian,
        "pl": [
            "Uwaga", "Wskazówka", "Ważne", "Ostrzeżenie", "Ostrożnie", "Nie znaleziono strony",
            "Szukana strona została przeniesiona lub już nie istnieje.", "Przeniesiono",
            "Ta strona została przeniesiona.", "Powrót do tekstu",
            "Odwzorowanie walcowe równoodległościowe,",
        ],
        "pt": [
            "Nota", "Dica", "Importante", "Aviso", "Cuidado", "Página não encontrada",
            "A página que procura foi movida ou já não existe.", "Página movida", "Esta página foi movida.",
            "Voltar ao texto",
            "Projeção equirretangular a",
        ],
        "ru": [
            "Примечание", "Совет", "Важно", "Предупреждение", "Осторожно", "Страница не найдена",
            "Страница, которую вы ищете, перемещена или больше не существует.", "Страница перемещена",
            "Эта страница перемещена.", "Вернуться к тексту",
            "Равнопромежуточная проекция,",
        ],
        "sv": [
            "Obs", "Tips", "Viktigt", "Varning", "Försiktigt", "Sidan hittades inte",
            "Sidan du söker har flyttats eller finns inte längre.", "Flyttad", "Den här sidan har flyttats.",
            "Tillbaka till texten",
            "Ekvirektangulär projektion vid",
        ],
        "tr": [
            "Not", "İpucu", "Önemli", "Uyarı", "Dikkat", "Sayfa bulunamadı",
            "Aradığınız sayfa taşınmış veya artık yok.", "Taşındı", "Bu sayfa taşındı.", "Metne dön",
            "Eşdikdörtgen izdüşüm,",
        ],
        "uk": [
            "Примітка", "Порада", "Важливо", "Попередження", "Обережно", "Сторінку не знайдено",
            "Сторінку, яку ви шукаєте, переміщено або її більше немає.", "Сторінку переміщено",
            "Цю сторінку переміщено.", "Повернутися до тексту",
            "Рівнопроміжна проєкція,",
        ],
        "vi": [
            "Lưu ý", "Mẹo", "Quan trọng", "Cảnh báo", "Thận trọng", "Không tìm thấy trang",
            "Trang bạn tìm đã được chuyển đi hoặc không còn nữa.", "Đã chuyển", "Trang này đã được chuyển đi.",
            "Quay lại nội dung",
            "Phép chiếu hình chữ nhật đều tại",
        ],
        "zh": [
            "备注", "提示", "重要", "警告", "注意", "找不到网页", "您要找的网页已移动或不存在。", "已移动", "此网页已移动。", "返回正文",
            "等距圆柱投影，标准纬线",
        ],
        "zh-HK": traditionalChinese, "zh-Hant": traditionalChinese, "zh-MO": traditionalChinese,
        "zh-TW": traditionalChinese,
    ]
}
