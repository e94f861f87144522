#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// What has to hold before any Swift runs: its runtime ends without a word, or forgets the arguments, where /proc cannot be
// read. No memory is asked for here, and nothing of the C library that does.

enum { exit_input_output = 3, least_stack = 8 << 20 };

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

/// A standard stream that is closed would be the next file that is opened, and reports would go into that. What stands in
/// its place instead can be neither read nor written, so that whoever tries hears of it.
static void occupy_closed_streams(void) {
    for (int stream = 0; stream < 3; stream++)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}

// Only there does Swift read the arguments from a file.
static void check_arguments_can_be_read(void) {
#ifdef __linux__
    int arguments = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (arguments < 0) {
        const char *help = errno == EMFILE || errno == ENFILE ? "allow more open files: ulimit -n 256"
                                                              : "mount it: mount -t proc proc /proc";
        refuse("/proc/self/cmdline", strerror(errno), help);
    }
    close(arguments);
#endif
}

/// The system lets the first thread's stack grow up to the limit that there is then, not to the one that there was at first.
static void ask_for_stack(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= least_stack) return;
    limit.rlim_cur = least_stack;
    if (setrlimit(RLIMIT_STACK, &limit) != 0)
        refuse("the stack's limit", "less than 8 MB", "allow as much: ulimit -s 8192");
}

/// For signals that nobody sends on purpose. After the words they end the process as they would without. The words are
/// one write, and come before the usual end is back in force, as memory often runs out for two threads at once.
static void tell_of_signal(int number) {
    char words[200] = "error: ";
#ifdef __GLIBC__
    strncat(words, sigdescr_np(number), 80);
#else
    // The usual one is not for calling in a handler, but nothing is left to lose.
    strncat(words, strsignal(number), 80);
#endif
    strcat(words, ": there was too little memory, or Kairan has a defect; the last publication stays\n");
    say(words);
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
    // A file that may not grow any more is then an error of writing, as a full disk is.
    signal(SIGXFSZ, SIG_IGN);
}

/// 101 is the first that programs may use: before the runtime's own.
__attribute__((constructor(101))) static void start(void) {
    occupy_closed_streams();
    catch_signals();
    check_arguments_can_be_read();
    ask_for_stack();
}
