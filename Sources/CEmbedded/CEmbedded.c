#include "CEmbedded.h"

#include <string.h>

// Each text ends with a zero, which none of the files has.
static const struct {
    const char *path;
    const char *text;
} files[] = {
    {"KairanAdopt/Sites/pages.txt", (const char[]){
#embed "../KairanAdopt/Sites/pages.txt" suffix(, 0)
    }},
    {"KairanClients/JavaScript/audience.d.ts", (const char[]){
#embed "../KairanClients/JavaScript/audience.d.ts" suffix(, 0)
    }},
    {"KairanClients/JavaScript/audience.js", (const char[]){
#embed "../KairanClients/JavaScript/audience.js" suffix(, 0)
    }},
    {"KairanClients/JavaScript/client.d.ts", (const char[]){
#embed "../KairanClients/JavaScript/client.d.ts" suffix(, 0)
    }},
    {"KairanClients/JavaScript/failure.js", (const char[]){
#embed "../KairanClients/JavaScript/failure.js" suffix(, 0)
    }},
    {"KairanClients/JavaScript/nearest.js", (const char[]){
#embed "../KairanClients/JavaScript/nearest.js" suffix(, 0)
    }},
    {"KairanClients/JavaScript/reading.js", (const char[]){
#embed "../KairanClients/JavaScript/reading.js" suffix(, 0)
    }},
    {"KairanClients/JavaScript/requests.js", (const char[]){
#embed "../KairanClients/JavaScript/requests.js" suffix(, 0)
    }},
    {"KairanClients/JavaScript/search.d.ts", (const char[]){
#embed "../KairanClients/JavaScript/search.d.ts" suffix(, 0)
    }},
    {"KairanClients/JavaScript/search.js", (const char[]){
#embed "../KairanClients/JavaScript/search.js" suffix(, 0)
    }},
    {"KairanClients/JavaScript/storage.js", (const char[]){
#embed "../KairanClients/JavaScript/storage.js" suffix(, 0)
    }},
    {"KairanClients/JavaScript/store.js", (const char[]){
#embed "../KairanClients/JavaScript/store.js" suffix(, 0)
    }},
    {"KairanClients/Kotlin/Audience.kt", (const char[]){
#embed "../KairanClients/Kotlin/Audience.kt" suffix(, 0)
    }},
    {"KairanClients/Kotlin/Coroutines.kt", (const char[]){
#embed "../KairanClients/Kotlin/Coroutines.kt" suffix(, 0)
    }},
    {"KairanClients/Kotlin/Folder.kt", (const char[]){
#embed "../KairanClients/Kotlin/Folder.kt" suffix(, 0)
    }},
    {"KairanClients/Kotlin/Manifest.kt", (const char[]){
#embed "../KairanClients/Kotlin/Manifest.kt" suffix(, 0)
    }},
    {"KairanClients/Kotlin/Nearest.kt", (const char[]){
#embed "../KairanClients/Kotlin/Nearest.kt" suffix(, 0)
    }},
    {"KairanClients/Kotlin/Publication.kt", (const char[]){
#embed "../KairanClients/Kotlin/Publication.kt" suffix(, 0)
    }},
    {"KairanClients/Kotlin/Reading.kt", (const char[]){
#embed "../KairanClients/Kotlin/Reading.kt" suffix(, 0)
    }},
    {"KairanClients/Kotlin/Requests.kt", (const char[]){
#embed "../KairanClients/Kotlin/Requests.kt" suffix(, 0)
    }},
    {"KairanClients/Kotlin/Search.kt", (const char[]){
#embed "../KairanClients/Kotlin/Search.kt" suffix(, 0)
    }},
    {"KairanClients/Kotlin/Store.kt", (const char[]){
#embed "../KairanClients/Kotlin/Store.kt" suffix(, 0)
    }},
    {"KairanClients/Swift/Audience.swift", (const char[]){
#embed "../KairanClients/Swift/Audience.swift" suffix(, 0)
    }},
    {"KairanClients/Swift/Folder.swift", (const char[]){
#embed "../KairanClients/Swift/Folder.swift" suffix(, 0)
    }},
    {"KairanClients/Swift/Lenient.swift", (const char[]){
#embed "../KairanClients/Swift/Lenient.swift" suffix(, 0)
    }},
    {"KairanClients/Swift/Manifest.swift", (const char[]){
#embed "../KairanClients/Swift/Manifest.swift" suffix(, 0)
    }},
    {"KairanClients/Swift/Nearest.swift", (const char[]){
#embed "../KairanClients/Swift/Nearest.swift" suffix(, 0)
    }},
    {"KairanClients/Swift/Publication.swift", (const char[]){
#embed "../KairanClients/Swift/Publication.swift" suffix(, 0)
    }},
    {"KairanClients/Swift/Reading.swift", (const char[]){
#embed "../KairanClients/Swift/Reading.swift" suffix(, 0)
    }},
    {"KairanClients/Swift/Requests.swift", (const char[]){
#embed "../KairanClients/Swift/Requests.swift" suffix(, 0)
    }},
    {"KairanClients/Swift/Search.swift", (const char[]){
#embed "../KairanClients/Swift/Search.swift" suffix(, 0)
    }},
    {"KairanClients/Swift/Store.swift", (const char[]){
#embed "../KairanClients/Swift/Store.swift" suffix(, 0)
    }},
    {"KairanContracts/Page/apiPage.css", (const char[]){
#embed "../KairanContracts/Page/apiPage.css" suffix(, 0)
    }},
    {"KairanContracts/Page/apiPage.js", (const char[]){
#embed "../KairanContracts/Page/apiPage.js" suffix(, 0)
    }},
    {"KairanDesk/Page/api.js", (const char[]){
#embed "../KairanDesk/Page/api.js" suffix(, 0)
    }},
    {"KairanDesk/Page/calendar.js", (const char[]){
#embed "../KairanDesk/Page/calendar.js" suffix(, 0)
    }},
    {"KairanDesk/Page/changeTogether.js", (const char[]){
#embed "../KairanDesk/Page/changeTogether.js" suffix(, 0)
    }},
    {"KairanFormats/Maps/coastlines.txt", (const char[]){
#embed "../KairanFormats/Maps/coastlines.txt" suffix(, 0)
    }},
    {"KairanDesk/Page/conflict.js", (const char[]){
#embed "../KairanDesk/Page/conflict.js" suffix(, 0)
    }},
    {"KairanDesk/Page/days.js", (const char[]){
#embed "../KairanDesk/Page/days.js" suffix(, 0)
    }},
    {"KairanDesk/Page/desk.css", (const char[]){
#embed "../KairanDesk/Page/desk.css" suffix(, 0)
    }},
    {"KairanDesk/Page/dialogs.js", (const char[]){
#embed "../KairanDesk/Page/dialogs.js" suffix(, 0)
    }},
    {"KairanDesk/Page/dom.js", (const char[]){
#embed "../KairanDesk/Page/dom.js" suffix(, 0)
    }},
    {"KairanDesk/Page/drafts.js", (const char[]){
#embed "../KairanDesk/Page/drafts.js" suffix(, 0)
    }},
    {"KairanDesk/Page/entry.js", (const char[]){
#embed "../KairanDesk/Page/entry.js" suffix(, 0)
    }},
    {"KairanDesk/Page/entryActions.js", (const char[]){
#embed "../KairanDesk/Page/entryActions.js" suffix(, 0)
    }},
    {"KairanDesk/Page/entryText.js", (const char[]){
#embed "../KairanDesk/Page/entryText.js" suffix(, 0)
    }},
    {"KairanDesk/Page/fieldChoice.js", (const char[]){
#embed "../KairanDesk/Page/fieldChoice.js" suffix(, 0)
    }},
    {"KairanDesk/Page/fieldFile.js", (const char[]){
#embed "../KairanDesk/Page/fieldFile.js" suffix(, 0)
    }},
    {"KairanDesk/Page/fieldMarkdown.js", (const char[]){
#embed "../KairanDesk/Page/fieldMarkdown.js" suffix(, 0)
    }},
    {"KairanDesk/Page/fieldParts.js", (const char[]){
#embed "../KairanDesk/Page/fieldParts.js" suffix(, 0)
    }},
    {"KairanDesk/Page/fieldPoint.js", (const char[]){
#embed "../KairanDesk/Page/fieldPoint.js" suffix(, 0)
    }},
    {"KairanDesk/Page/fieldReference.js", (const char[]){
#embed "../KairanDesk/Page/fieldReference.js" suffix(, 0)
    }},
    {"KairanDesk/Page/fieldRow.js", (const char[]){
#embed "../KairanDesk/Page/fieldRow.js" suffix(, 0)
    }},
    {"KairanDesk/Page/fieldSchedule.js", (const char[]){
#embed "../KairanDesk/Page/fieldSchedule.js" suffix(, 0)
    }},
    {"KairanDesk/Page/fieldText.js", (const char[]){
#embed "../KairanDesk/Page/fieldText.js" suffix(, 0)
    }},
    {"KairanDesk/Page/fieldTime.js", (const char[]){
#embed "../KairanDesk/Page/fieldTime.js" suffix(, 0)
    }},
    {"KairanDesk/Page/fieldWindow.js", (const char[]){
#embed "../KairanDesk/Page/fieldWindow.js" suffix(, 0)
    }},
    {"KairanDesk/Page/fields.js", (const char[]){
#embed "../KairanDesk/Page/fields.js" suffix(, 0)
    }},
    {"KairanDesk/Page/form.js", (const char[]){
#embed "../KairanDesk/Page/form.js" suffix(, 0)
    }},
    {"KairanDesk/Page/formView.js", (const char[]){
#embed "../KairanDesk/Page/formView.js" suffix(, 0)
    }},
    {"KairanDesk/Page/frame.js", (const char[]){
#embed "../KairanDesk/Page/frame.js" suffix(, 0)
    }},
    {"KairanDesk/Page/history.js", (const char[]){
#embed "../KairanDesk/Page/history.js" suffix(, 0)
    }},
    {"KairanDesk/Page/home.js", (const char[]){
#embed "../KairanDesk/Page/home.js" suffix(, 0)
    }},
    {"KairanDesk/Page/index.html", (const char[]){
#embed "../KairanDesk/Page/index.html" suffix(, 0)
    }},
    {"KairanDesk/Page/language.js", (const char[]){
#embed "../KairanDesk/Page/language.js" suffix(, 0)
    }},
    {"KairanDesk/Page/list.js", (const char[]){
#embed "../KairanDesk/Page/list.js" suffix(, 0)
    }},
    {"KairanDesk/Page/listFilters.js", (const char[]){
#embed "../KairanDesk/Page/listFilters.js" suffix(, 0)
    }},
    {"KairanDesk/Page/livePage.js", (const char[]){
#embed "../KairanDesk/Page/livePage.js" suffix(, 0)
    }},
    {"KairanDesk/Page/main.js", (const char[]){
#embed "../KairanDesk/Page/main.js" suffix(, 0)
    }},
    {"KairanDesk/Page/mistakes.js", (const char[]){
#embed "../KairanDesk/Page/mistakes.js" suffix(, 0)
    }},
    {"KairanDesk/Page/month.js", (const char[]){
#embed "../KairanDesk/Page/month.js" suffix(, 0)
    }},
    {"KairanDesk/Page/newEntry.js", (const char[]){
#embed "../KairanDesk/Page/newEntry.js" suffix(, 0)
    }},
    {"KairanDesk/Page/pictures.js", (const char[]){
#embed "../KairanDesk/Page/pictures.js" suffix(, 0)
    }},
    {"KairanDesk/Page/pointMap.js", (const char[]){
#embed "../KairanDesk/Page/pointMap.js" suffix(, 0)
    }},
    {"KairanDesk/Page/publish.js", (const char[]){
#embed "../KairanDesk/Page/publish.js" suffix(, 0)
    }},
    {"KairanDesk/Page/rendered.js", (const char[]){
#embed "../KairanDesk/Page/rendered.js" suffix(, 0)
    }},
    {"KairanDesk/Page/review.js", (const char[]){
#embed "../KairanDesk/Page/review.js" suffix(, 0)
    }},
    {"KairanDesk/Page/router.js", (const char[]){
#embed "../KairanDesk/Page/router.js" suffix(, 0)
    }},
    {"KairanDesk/Page/site.js", (const char[]){
#embed "../KairanDesk/Page/site.js" suffix(, 0)
    }},
    {"KairanDesk/Page/sortable.js", (const char[]){
#embed "../KairanDesk/Page/sortable.js" suffix(, 0)
    }},
    {"KairanDesk/Page/status.js", (const char[]){
#embed "../KairanDesk/Page/status.js" suffix(, 0)
    }},
    {"KairanDesk/Page/valueWords.js", (const char[]){
#embed "../KairanDesk/Page/valueWords.js" suffix(, 0)
    }},
    {"KairanDesk/Page/values.js", (const char[]){
#embed "../KairanDesk/Page/values.js" suffix(, 0)
    }},
    {"KairanDesk/Page/versions.js", (const char[]){
#embed "../KairanDesk/Page/versions.js" suffix(, 0)
    }},
    {"KairanDesk/Page/virtualRows.js", (const char[]){
#embed "../KairanDesk/Page/virtualRows.js" suffix(, 0)
    }},
    {"KairanDesk/Page/words.en.js", (const char[]){
#embed "../KairanDesk/Page/words.en.js" suffix(, 0)
    }},
    {"KairanDesk/Page/words.ja.js", (const char[]){
#embed "../KairanDesk/Page/words.ja.js" suffix(, 0)
    }},
    {"KairanDesk/Page/words.ko.js", (const char[]){
#embed "../KairanDesk/Page/words.ko.js" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/agreements.txt", (const char[]){
#embed "../KairanModel/Rules/examples/agreements.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/base.txt", (const char[]){
#embed "../KairanModel/Rules/examples/base.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/contracts.txt", (const char[]){
#embed "../KairanModel/Rules/examples/contracts.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/declarations.txt", (const char[]){
#embed "../KairanModel/Rules/examples/declarations.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/entries.txt", (const char[]){
#embed "../KairanModel/Rules/examples/entries.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/imports.txt", (const char[]){
#embed "../KairanModel/Rules/examples/imports.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/links.txt", (const char[]){
#embed "../KairanModel/Rules/examples/links.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/lint.txt", (const char[]){
#embed "../KairanModel/Rules/examples/lint.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/live.txt", (const char[]){
#embed "../KairanModel/Rules/examples/live.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/other-formats.txt", (const char[]){
#embed "../KairanModel/Rules/examples/other-formats.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/other-outputs.txt", (const char[]){
#embed "../KairanModel/Rules/examples/other-outputs.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/pages.txt", (const char[]){
#embed "../KairanModel/Rules/examples/pages.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/places-and-days.txt", (const char[]){
#embed "../KairanModel/Rules/examples/places-and-days.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/pulling.txt", (const char[]){
#embed "../KairanModel/Rules/examples/pulling.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/queries.txt", (const char[]){
#embed "../KairanModel/Rules/examples/queries.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/shapes.txt", (const char[]){
#embed "../KairanModel/Rules/examples/shapes.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/site-and-files.txt", (const char[]){
#embed "../KairanModel/Rules/examples/site-and-files.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/texts.txt", (const char[]){
#embed "../KairanModel/Rules/examples/texts.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/examples/yaml.txt", (const char[]){
#embed "../KairanModel/Rules/examples/yaml.txt" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/agreements.md", (const char[]){
#embed "../KairanModel/Rules/explanations/agreements.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/contracts.md", (const char[]){
#embed "../KairanModel/Rules/explanations/contracts.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/declarations.md", (const char[]){
#embed "../KairanModel/Rules/explanations/declarations.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/entries.md", (const char[]){
#embed "../KairanModel/Rules/explanations/entries.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/imports.md", (const char[]){
#embed "../KairanModel/Rules/explanations/imports.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/links.md", (const char[]){
#embed "../KairanModel/Rules/explanations/links.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/lint.md", (const char[]){
#embed "../KairanModel/Rules/explanations/lint.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/live.md", (const char[]){
#embed "../KairanModel/Rules/explanations/live.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/other-formats.md", (const char[]){
#embed "../KairanModel/Rules/explanations/other-formats.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/other-outputs.md", (const char[]){
#embed "../KairanModel/Rules/explanations/other-outputs.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/pages.md", (const char[]){
#embed "../KairanModel/Rules/explanations/pages.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/places-and-days.md", (const char[]){
#embed "../KairanModel/Rules/explanations/places-and-days.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/pulling.md", (const char[]){
#embed "../KairanModel/Rules/explanations/pulling.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/queries.md", (const char[]){
#embed "../KairanModel/Rules/explanations/queries.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/shapes.md", (const char[]){
#embed "../KairanModel/Rules/explanations/shapes.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/site-and-files.md", (const char[]){
#embed "../KairanModel/Rules/explanations/site-and-files.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/texts.md", (const char[]){
#embed "../KairanModel/Rules/explanations/texts.md" suffix(, 0)
    }},
    {"KairanModel/Rules/explanations/yaml.md", (const char[]){
#embed "../KairanModel/Rules/explanations/yaml.md" suffix(, 0)
    }},
    {"KairanModel/locales.txt", (const char[]){
#embed "../KairanModel/locales.txt" suffix(, 0)
    }},
    {"KairanModel/sorting.txt", (const char[]){
#embed "../KairanModel/sorting.txt" suffix(, 0)
    }},
    {"KairanModel/zones.txt", (const char[]){
#embed "../KairanModel/zones.txt" suffix(, 0)
    }},
    {"KairanPreview/preview.js", (const char[]){
#embed "../KairanPreview/preview.js" suffix(, 0)
    }},
    {"kairan/Examples/campus.txt", (const char[]){
#embed "../kairan/Examples/campus.txt" suffix(, 0)
    }},
    {"kairan/Examples/cinemas.txt", (const char[]){
#embed "../kairan/Examples/cinemas.txt" suffix(, 0)
    }},
    {"kairan/Examples/conference.txt", (const char[]){
#embed "../kairan/Examples/conference.txt" suffix(, 0)
    }},
    {"kairan/Examples/deals.txt", (const char[]){
#embed "../kairan/Examples/deals.txt" suffix(, 0)
    }},
    {"kairan/Examples/devcontainer.json", (const char[]){
#embed "../kairan/Examples/devcontainer.json" suffix(, 0)
    }},
    {"kairan/Examples/empty.txt", (const char[]){
#embed "../kairan/Examples/empty.txt" suffix(, 0)
    }},
    {"kairan/Examples/footprints.txt", (const char[]){
#embed "../kairan/Examples/footprints.txt" suffix(, 0)
    }},
    {"kairan/Examples/looks.txt", (const char[]){
#embed "../kairan/Examples/looks.txt" suffix(, 0)
    }},
    {"kairan/Examples/releases.txt", (const char[]){
#embed "../kairan/Examples/releases.txt" suffix(, 0)
    }},
    {"kairan/Examples/search.txt", (const char[]){
#embed "../kairan/Examples/search.txt" suffix(, 0)
    }},
    {"kairan/Examples/shared.txt", (const char[]){
#embed "../kairan/Examples/shared.txt" suffix(, 0)
    }},
    {"kairan/Examples/studies.txt", (const char[]){
#embed "../kairan/Examples/studies.txt" suffix(, 0)
    }},
    {"../templates/assets/search-index.js", (const char[]){
#embed "../../templates/assets/search-index.js" suffix(, 0)
    }},
    {"../templates/assets/search.js", (const char[]){
#embed "../../templates/assets/search.js" suffix(, 0)
    }},
};

const char *embedded_text(const char *path) {
    for (unsigned long index = 0; index < sizeof files / sizeof files[0]; index++)
        if (strcmp(files[index].path, path) == 0) return files[index].text;
    return 0;
}
