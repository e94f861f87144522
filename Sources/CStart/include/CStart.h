#ifndef CSTART_H
#define CSTART_H

// Nothing to call: `Start.c` runs before Swift does, in every program that this is linked into.

#endif
