// Measures what a phase of a build costs when nothing else is done. Prints its seconds as a JSON object.
//
//   floor stat         WORKERS FOLDER       lists the tree and asks for the size of every file
//   floor read         WORKERS FOLDER       lists the tree and reads every file
//   floor front-matter WORKERS FOLDER       parses the front matter of every .md file to events (libyaml)
//   floor markdown     WORKERS FOLDER       parses the body of every .md file and renders it to HTML (libcmark-gfm)
//   floor write        WORKERS FOLDER OUT   makes the tree's folders and files again under OUT, which must not exist
//
// The last three read the tree first, untimed. The parsers' workers are processes, as libcmark-gfm keeps a table of
// special characters that every document changes; the other workers are threads.
#define _GNU_SOURCE
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <yaml.h>

enum { maxWorkers = 64, chunk = 32, extensionCount = 5 };

typedef struct {
    char *path;  // below the tree's root
    bool isFolder, isParent;  // a parent has a folder in it
    size_t length;
    char *bytes;  // ends with a zero
} Entry;

typedef size_t Task(Entry *);  // returns bytes, so that no work is left out as useless

// Workers share this, even if they are processes.
typedef struct {
    atomic_size_t next, bytes;
} Shared;

static Entry *entries;
static size_t entryCount, entryCapacity;
static int root, out;
static int workers;
static Shared *shared;
static Task *task;
static cmark_syntax_extension *extensions[extensionCount];

static void fail(const char *what) {
    perror(what);
    exit(2);
}

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (!memory) fail("malloc");
    return memory;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static size_t addEntry(const char *path, bool isFolder) {
    if (entryCount == entryCapacity) {
        entryCapacity = entryCapacity ? entryCapacity * 2 : 4096;
        entries = realloc(entries, entryCapacity * sizeof *entries);
        if (!entries) fail("realloc");
    }
    entries[entryCount] = (Entry){.path = strdup(path), .isFolder = isFolder};
    return entryCount++;
}

// Adds folders before what is in them. Returns whether there is a folder in this one.
static bool list(int parent, const char *name, const char *path) {
    int descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (!folder) fail(path);
    bool isParent = false;
    for (struct dirent *item; (item = readdir(folder));) {
        char below[4096];
        if (!strcmp(item->d_name, ".") || !strcmp(item->d_name, "..")) continue;
        snprintf(below, sizeof below, "%s%s%s", path, *path ? "/" : "", item->d_name);
        bool isFolder = item->d_type == DT_DIR;
        size_t index = addEntry(below, isFolder);
        // Listing may move the entries, so the place of this one is looked up after it.
        bool hasFolder = isFolder && list(descriptor, item->d_name, below);
        entries[index].isParent = hasFolder;
        isParent = isParent || isFolder;
    }
    closedir(folder);
    return isParent;
}

static size_t statEntry(Entry *entry) {
    struct stat status;
    if (entry->isFolder) return 0;
    if (fstatat(root, entry->path, &status, AT_SYMLINK_NOFOLLOW)) fail(entry->path);
    return status.st_size;
}

static size_t readEntry(Entry *entry) {
    struct stat status;
    if (entry->isFolder) return 0;
    int descriptor = openat(root, entry->path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || fstat(descriptor, &status)) fail(entry->path);
    entry->bytes = allocate(status.st_size + 1);
    entry->length = 0;
    for (ssize_t count; (count = read(descriptor, entry->bytes + entry->length, status.st_size - entry->length));) {
        if (count < 0) fail(entry->path);
        entry->length += count;
    }
    entry->bytes[entry->length] = 0;
    close(descriptor);
    return entry->length;
}

static void makeFolder(Entry *entry) {
    if (mkdirat(out, entry->path, 0755)) fail(entry->path);
}

static size_t makeLastFolder(Entry *entry) {
    if (entry->isFolder && !entry->isParent) makeFolder(entry);
    return 0;
}

static size_t writeEntry(Entry *entry) {
    if (entry->isFolder) return 0;
    int descriptor = openat(out, entry->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor < 0) fail(entry->path);
    for (size_t written = 0; written < entry->length;) {
        ssize_t count = write(descriptor, entry->bytes + written, entry->length - written);
        if (count < 0) fail(entry->path);
        written += count;
    }
    close(descriptor);
    return entry->length;
}

static bool isMarkdown(const Entry *entry) {
    size_t length = strlen(entry->path);
    return !entry->isFolder && length > 3 && !strcmp(entry->path + length - 3, ".md");
}

// Returns the start of the line that closes the front matter, or NULL if there is none.
static char *closingLine(const Entry *entry) {
    if (!isMarkdown(entry) || strncmp(entry->bytes, "---\n", 4)) return NULL;
    char *found = strstr(entry->bytes + 3, "\n---\n");
    return found ? found + 1 : NULL;
}

static size_t parseFrontMatter(Entry *entry) {
    char *end = closingLine(entry);
    if (!end) return 0;
    yaml_parser_t parser;
    yaml_event_t event;
    bool isDone = false;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (unsigned char *)entry->bytes + 4, end - entry->bytes - 4);
    while (!isDone) {
        if (!yaml_parser_parse(&parser, &event)) fail(entry->path);
        isDone = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return end - entry->bytes;
}

static void findExtensions(void) {
    const char *names[extensionCount] = {"table", "strikethrough", "autolink", "tagfilter", "tasklist"};
    cmark_gfm_core_extensions_ensure_registered();
    for (int i = 0; i < extensionCount; i++) {
        extensions[i] = cmark_find_syntax_extension(names[i]);
        if (!extensions[i]) fail(names[i]);
    }
}

static size_t renderMarkdown(Entry *entry) {
    if (!isMarkdown(entry)) return 0;
    char *closing = closingLine(entry);
    char *body = closing ? closing + 4 : entry->bytes;
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
    for (int i = 0; i < extensionCount; i++) cmark_parser_attach_syntax_extension(parser, extensions[i]);
    cmark_parser_feed(parser, body, entry->bytes + entry->length - body);
    cmark_node *document = cmark_parser_finish(parser);
    char *html = cmark_render_html(document, CMARK_OPT_DEFAULT, cmark_parser_get_syntax_extensions(parser));
    size_t length = strlen(html);
    free(html);
    cmark_node_free(document);
    cmark_parser_free(parser);
    return length;
}

static void *work(void *unused) {
    for (size_t first; (first = atomic_fetch_add(&shared->next, chunk)) < entryCount;) {
        size_t bytes = 0;
        for (size_t i = first; i < first + chunk && i < entryCount; i++) bytes += task(&entries[i]);
        atomic_fetch_add(&shared->bytes, bytes);
    }
    return unused;
}

static void start(Task *wanted) {
    task = wanted;
    atomic_store(&shared->next, 0);
    atomic_store(&shared->bytes, 0);
}

static void inThreads(Task *wanted) {
    pthread_t threads[maxWorkers];
    start(wanted);
    for (int i = 1; i < workers; i++) pthread_create(&threads[i], NULL, work, NULL);
    work(NULL);
    for (int i = 1; i < workers; i++) pthread_join(threads[i], NULL);
}

static void inProcesses(Task *wanted) {
    start(wanted);
    for (int i = 1; i < workers; i++) {
        pid_t process = fork();
        if (process < 0) fail("fork");
        if (process == 0) {
            work(NULL);
            _exit(0);
        }
    }
    work(NULL);
    for (int status; wait(&status) > 0;) {
        if (status) fail("a worker");
    }
}

static void writeTree(const char *folder) {
    if (mkdir(folder, 0755)) fail(folder);
    out = open(folder, O_RDONLY | O_DIRECTORY);
    if (out < 0) fail(folder);
    for (size_t i = 0; i < entryCount; i++) {
        if (entries[i].isParent) makeFolder(&entries[i]);
    }
    inThreads(makeLastFolder);
    inThreads(writeEntry);
}

int main(int argc, char **argv) {
    const char *phase = argc > 3 ? argv[1] : "";
    workers = argc > 3 ? atoi(argv[2]) : 0;
    if (workers < 1 || workers > maxWorkers || (!strcmp(phase, "write") && argc < 5)) {
        fprintf(stderr, "usage: see the head of floor.c\n");
        return 2;
    }
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) fail("mmap");
    findExtensions();

    double begin = now();
    root = open(argv[3], O_RDONLY | O_DIRECTORY);
    if (root < 0) fail(argv[3]);
    list(root, ".", "");
    inThreads(strcmp(phase, "stat") ? readEntry : statEntry);
    if (strcmp(phase, "stat") && strcmp(phase, "read")) begin = now();
    if (!strcmp(phase, "front-matter")) inProcesses(parseFrontMatter);
    if (!strcmp(phase, "markdown")) inProcesses(renderMarkdown);
    if (!strcmp(phase, "write")) writeTree(argv[4]);
    double seconds = now() - begin;

    printf("{\"seconds\": %.6f, \"entries\": %zu, \"bytes\": %zu}\n", seconds, entryCount, atomic_load(&shared->bytes));
    return 0;
}
