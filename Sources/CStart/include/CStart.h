#ifndef CSTART_H
#define CSTART_H

// There is nothing to call: `Start.c` runs before Swift does, in every program that it is linked into.

#endif
