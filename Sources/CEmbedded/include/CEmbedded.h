#ifndef CEMBEDDED_H
#define CEMBEDDED_H

/// Returns the text of a file by its path below Sources, or a null pointer if the program does not have it inside.
const char *embedded_text(const char *path);

#endif
