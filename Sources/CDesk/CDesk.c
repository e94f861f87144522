#include "CDesk.h"

#include <string.h>

static const unsigned char index_html[] = {
#embed "../KairanDesk/Page/index.html"
};

const unsigned char *desk_file(const char *name, long *size) {
    if (strcmp(name, "index.html") == 0) {
        *size = sizeof index_html;
        return index_html;
    }
    return 0;
}
