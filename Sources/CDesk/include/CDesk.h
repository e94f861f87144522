#ifndef CDESK_H
#define CDESK_H

#include <stddef.h>

/// Returns a file of the desk's page by its name and sets its size in bytes, or returns a null pointer if there is none.
const unsigned char *desk_file(const char *name, long *size);

#endif
