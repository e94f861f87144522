#include "CZones.h"

static const char table[] = {
#embed "zones.txt" suffix(, 0)
};

const char *zones_table(void) { return table; }
