#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Prepares what Swift's runtime needs before it runs: if /proc cannot be read, it ends without a word, or forgets the
// arguments. Nothing here asks for memory, or calls a function of the C library that does.

enum { exit_input_output = 3, least_stack = 8 << 20, least_memory = 64 << 20 };

static void say(const char *text) {
    size_t length = strlen(text);
    while (length > 0) {
        ssize_t count = write(STDERR_FILENO, text, length);
        if (count < 0 && errno != EINTR) return;
        if (count > 0) text += count, length -= (size_t)count;
    }
}

static void refuse(const char *path, const char *reason, const char *help) {
    const char *pieces[] = {"error: ", path, ": ", reason, "\nhelp: ", help, "\n"};
    for (size_t index = 0; index < sizeof pieces / sizeof *pieces; index++) say(pieces[index]);
    _exit(exit_input_output);
}

/// If a standard stream is closed, the next file that is opened takes its place, and reports would go into that file.
/// This puts something into its place that cannot be read or written in that direction, so that every attempt fails.
static void occupy_closed_streams(void) {
    for (int stream = 0; stream < 3; stream++)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}

// Only on Linux does Swift read the arguments from a file.
static void check_arguments_can_be_read(void) {
#ifdef __linux__
    int arguments = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (arguments < 0) {
        const char *help = errno == EMFILE || errno == ENFILE ? "allow more open files: ulimit -n 256"
                                                              : "mount it: mount -t proc proc /proc";
        const char *reason = errno == EMFILE || errno == ENFILE ? "too many files are open" : strerror(errno);
        refuse("/proc/self/cmdline", reason, help);
    }
    close(arguments);
#endif
}

/// The first thread's stack may grow up to the limit at the time when it grows, so it is not too late to raise it.
static void ask_for_stack(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= least_stack) return;
    limit.rlim_cur = least_stack;
    if (setrlimit(RLIMIT_STACK, &limit) != 0)
        refuse("the stack's limit", "less than 8 MB", "allow as much: ulimit -s 8192");
}

static rlim_t memory_limit(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

/// With less, Swift's runtime would end by a signal before it could say why.
static void check_memory(void) {
    if (memory_limit() < least_memory) refuse("the memory's limit", "less than 64 MB", "allow as much: ulimit -v 65536");
}

/// Handles signals that nobody sends on purpose: it says what happened, and then the signal ends the process as usual.
/// The words are one write, made before the usual end is restored, as memory often runs out for two threads at once.
static void tell_of_signal(int number) {
    char words[200] = "error: ";
#ifdef __GLIBC__
    strncat(words, sigdescr_np(number), 80);
#else
    // This function is not meant for handlers, but nothing is left to lose.
    strncat(words, strsignal(number), 80);
#endif
    strcat(words, ": there was too little memory, or Kairan has a defect; the last publication stays\n");
    say(words);
    // A limit of memory was set, so the program ran out of it. That is no defect.
    if (memory_limit() != RLIM_INFINITY) _exit(exit_input_output);
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_signals(void) {
    static char memory[64 << 10];
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_handler = tell_of_signal, .sa_flags = SA_ONSTACK | SA_NODEFER};
    const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
    for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) sigaction(numbers[index], &action, NULL);
    // Writing to a file that may not grow any more then fails with an error, as on a full disk.
    signal(SIGXFSZ, SIG_IGN);
}

/// 101 is the first priority that programs may use, so this runs before the runtime's own constructors. Apple's linker
/// knows no priorities; there the runtime is a library, and prepares itself before any of this.
#ifdef __APPLE__
__attribute__((constructor))
#else
__attribute__((constructor(101)))
#endif
static void start(void) {
    occupy_closed_streams();
    catch_signals();
    check_arguments_can_be_read();
    check_memory();
    ask_for_stack();
}
