#ifndef CZONES_H
#define CZONES_H

/// The table of time zones that Scripts/zones writes.
const char *zones_table(void);

#endif
