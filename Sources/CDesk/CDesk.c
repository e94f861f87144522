#include "CDesk.h"

#include <string.h>

// The files of the page, as they are.

static const unsigned char api_js[] = {
#embed "../KairanDesk/Page/api.js"
};

static const unsigned char calendar_js[] = {
#embed "../KairanDesk/Page/calendar.js"
};

static const unsigned char conflict_js[] = {
#embed "../KairanDesk/Page/conflict.js"
};

static const unsigned char days_js[] = {
#embed "../KairanDesk/Page/days.js"
};

static const unsigned char desk_css[] = {
#embed "../KairanDesk/Page/desk.css"
};

static const unsigned char dialogs_js[] = {
#embed "../KairanDesk/Page/dialogs.js"
};

static const unsigned char dom_js[] = {
#embed "../KairanDesk/Page/dom.js"
};

static const unsigned char drafts_js[] = {
#embed "../KairanDesk/Page/drafts.js"
};

static const unsigned char entry_js[] = {
#embed "../KairanDesk/Page/entry.js"
};

static const unsigned char entryActions_js[] = {
#embed "../KairanDesk/Page/entryActions.js"
};

static const unsigned char entryText_js[] = {
#embed "../KairanDesk/Page/entryText.js"
};

static const unsigned char fieldChoice_js[] = {
#embed "../KairanDesk/Page/fieldChoice.js"
};

static const unsigned char fieldFile_js[] = {
#embed "../KairanDesk/Page/fieldFile.js"
};

static const unsigned char fieldMarkdown_js[] = {
#embed "../KairanDesk/Page/fieldMarkdown.js"
};

static const unsigned char fieldParts_js[] = {
#embed "../KairanDesk/Page/fieldParts.js"
};

static const unsigned char fieldPoint_js[] = {
#embed "../KairanDesk/Page/fieldPoint.js"
};

static const unsigned char fieldReference_js[] = {
#embed "../KairanDesk/Page/fieldReference.js"
};

static const unsigned char fieldRow_js[] = {
#embed "../KairanDesk/Page/fieldRow.js"
};

static const unsigned char fieldSchedule_js[] = {
#embed "../KairanDesk/Page/fieldSchedule.js"
};

static const unsigned char fieldText_js[] = {
#embed "../KairanDesk/Page/fieldText.js"
};

static const unsigned char fieldTime_js[] = {
#embed "../KairanDesk/Page/fieldTime.js"
};

static const unsigned char fieldWindow_js[] = {
#embed "../KairanDesk/Page/fieldWindow.js"
};

static const unsigned char fields_js[] = {
#embed "../KairanDesk/Page/fields.js"
};

static const unsigned char form_js[] = {
#embed "../KairanDesk/Page/form.js"
};

static const unsigned char formView_js[] = {
#embed "../KairanDesk/Page/formView.js"
};

static const unsigned char frame_js[] = {
#embed "../KairanDesk/Page/frame.js"
};

static const unsigned char history_js[] = {
#embed "../KairanDesk/Page/history.js"
};

static const unsigned char home_js[] = {
#embed "../KairanDesk/Page/home.js"
};

static const unsigned char index_html[] = {
#embed "../KairanDesk/Page/index.html"
};

static const unsigned char language_js[] = {
#embed "../KairanDesk/Page/language.js"
};

static const unsigned char list_js[] = {
#embed "../KairanDesk/Page/list.js"
};

static const unsigned char listFilters_js[] = {
#embed "../KairanDesk/Page/listFilters.js"
};

static const unsigned char main_js[] = {
#embed "../KairanDesk/Page/main.js"
};

static const unsigned char mistakes_js[] = {
#embed "../KairanDesk/Page/mistakes.js"
};

static const unsigned char newEntry_js[] = {
#embed "../KairanDesk/Page/newEntry.js"
};

static const unsigned char publish_js[] = {
#embed "../KairanDesk/Page/publish.js"
};

static const unsigned char rendered_js[] = {
#embed "../KairanDesk/Page/rendered.js"
};

static const unsigned char router_js[] = {
#embed "../KairanDesk/Page/router.js"
};

static const unsigned char site_js[] = {
#embed "../KairanDesk/Page/site.js"
};

static const unsigned char sortable_js[] = {
#embed "../KairanDesk/Page/sortable.js"
};

static const unsigned char status_js[] = {
#embed "../KairanDesk/Page/status.js"
};

static const unsigned char valueWords_js[] = {
#embed "../KairanDesk/Page/valueWords.js"
};

static const unsigned char values_js[] = {
#embed "../KairanDesk/Page/values.js"
};

static const unsigned char virtualRows_js[] = {
#embed "../KairanDesk/Page/virtualRows.js"
};

static const unsigned char words_en_js[] = {
#embed "../KairanDesk/Page/words.en.js"
};

static const unsigned char words_ja_js[] = {
#embed "../KairanDesk/Page/words.ja.js"
};

static const unsigned char words_ko_js[] = {
#embed "../KairanDesk/Page/words.ko.js"
};

static const struct {
    const char *name;
    const unsigned char *bytes;
    long size;
} files[] = {
    {"api.js", api_js, sizeof api_js},
    {"calendar.js", calendar_js, sizeof calendar_js},
    {"conflict.js", conflict_js, sizeof conflict_js},
    {"days.js", days_js, sizeof days_js},
    {"desk.css", desk_css, sizeof desk_css},
    {"dialogs.js", dialogs_js, sizeof dialogs_js},
    {"dom.js", dom_js, sizeof dom_js},
    {"drafts.js", drafts_js, sizeof drafts_js},
    {"entry.js", entry_js, sizeof entry_js},
    {"entryActions.js", entryActions_js, sizeof entryActions_js},
    {"entryText.js", entryText_js, sizeof entryText_js},
    {"fieldChoice.js", fieldChoice_js, sizeof fieldChoice_js},
    {"fieldFile.js", fieldFile_js, sizeof fieldFile_js},
    {"fieldMarkdown.js", fieldMarkdown_js, sizeof fieldMarkdown_js},
    {"fieldParts.js", fieldParts_js, sizeof fieldParts_js},
    {"fieldPoint.js", fieldPoint_js, sizeof fieldPoint_js},
    {"fieldReference.js", fieldReference_js, sizeof fieldReference_js},
    {"fieldRow.js", fieldRow_js, sizeof fieldRow_js},
    {"fieldSchedule.js", fieldSchedule_js, sizeof fieldSchedule_js},
    {"fieldText.js", fieldText_js, sizeof fieldText_js},
    {"fieldTime.js", fieldTime_js, sizeof fieldTime_js},
    {"fieldWindow.js", fieldWindow_js, sizeof fieldWindow_js},
    {"fields.js", fields_js, sizeof fields_js},
    {"form.js", form_js, sizeof form_js},
    {"formView.js", formView_js, sizeof formView_js},
    {"frame.js", frame_js, sizeof frame_js},
    {"history.js", history_js, sizeof history_js},
    {"home.js", home_js, sizeof home_js},
    {"index.html", index_html, sizeof index_html},
    {"language.js", language_js, sizeof language_js},
    {"list.js", list_js, sizeof list_js},
    {"listFilters.js", listFilters_js, sizeof listFilters_js},
    {"main.js", main_js, sizeof main_js},
    {"mistakes.js", mistakes_js, sizeof mistakes_js},
    {"newEntry.js", newEntry_js, sizeof newEntry_js},
    {"publish.js", publish_js, sizeof publish_js},
    {"rendered.js", rendered_js, sizeof rendered_js},
    {"router.js", router_js, sizeof router_js},
    {"site.js", site_js, sizeof site_js},
    {"sortable.js", sortable_js, sizeof sortable_js},
    {"status.js", status_js, sizeof status_js},
    {"valueWords.js", valueWords_js, sizeof valueWords_js},
    {"values.js", values_js, sizeof values_js},
    {"virtualRows.js", virtualRows_js, sizeof virtualRows_js},
    {"words.en.js", words_en_js, sizeof words_en_js},
    {"words.ja.js", words_ja_js, sizeof words_ja_js},
    {"words.ko.js", words_ko_js, sizeof words_ko_js},
};

const unsigned char *desk_file(const char *name, long *size) {
    for (unsigned long index = 0; index < sizeof files / sizeof files[0]; index++) {
        if (strcmp(files[index].name, name) != 0) continue;
        *size = files[index].size;
        return files[index].bytes;
    }
    return 0;
}
