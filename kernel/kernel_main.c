/* SPDX-License-Identifier: Apache-2.0 */
/* warpcell-kernel: a Jupyter kernel around one session. Five threads, and every socket belongs to one of them:
 *
 *   main        shell and stdin sockets; owns the session and runs the cells, so the session's callbacks run here
 *   control     control socket, signals, the parent's death; answers while a cell runs
 *   iopub       the iopub socket; the others hand it packets through a queue under a lock (iopub.c)
 *   heartbeat   echoes
 *   ticker      has the session call back while a cell runs (core/ticker.c)
 *
 * Between them there is only that queue, wc_interrupt, and three flags (struct jupyter_kernel, "everybody's").
 * Reading order: wire/connection.c, wire/wire.c, messages/messages.def, core/dispatch.c, messages/execute.c, iopub/iopub.c. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <zmq.h>

#include "core/kernel.h"
#include "core/lifecycle.h"
#include "install.h"
#include "messages/messages.h"
#include "wire/registration.h"

static const char usage[] =
    "usage: warpcell-kernel -f CONNECTION_FILE\n"
    "       warpcell-kernel --install | --uninstall [--user | --prefix DIR | --sys-prefix]\n"
    "A Jupyter kernel for CUDA C. Jupyter starts it; for a terminal there is 'warpcell'.\n"
    "  -f FILE     the connection file that says where to listen\n"
    "  --insecure  listen on other addresses than this machine's own without a key\n"
    "  --install [--user | --prefix DIR | --sys-prefix]\n"
    "              makes this program known to Jupyter: for you (the default), in DIR, or in the\n"
    "              Python environment that is active\n"
    "  --uninstall [--user | --prefix DIR | --sys-prefix]\n"
    "              takes that back\n"
    "  --version   print the version\n"
    "  --help      print this\n";

/* Unknown arguments are no reason to fail: launchers add their own (W-29). */
static const char *read_arguments(int argc, char **argv, bool *out_insecure)
{
    const char *file = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-f") == 0 && i + 1 < argc)
            file = argv[++i];
        else if (strncmp(argv[i], "--connection-file=", 18) == 0)
            file = argv[i] + 18;
        else if (strcmp(argv[i], "--insecure") == 0)
            *out_insecure = true;
        else
            fprintf(stderr, "warpcell-kernel: ignored unknown argument '%s'\n", argv[i]);
    }
    return file;
}

static bool is_safe(const struct connection *c, bool insecure)
{
    if ((*c->key && *c->scheme) || connection_is_local(c) || insecure)
        return true;
    fprintf(stderr,
            "warpcell-kernel: the connection file has no key, and '%s' is reachable from other "
            "machines: anyone could run cells; add a key or pass --insecure\n",
            c->ip);
    return false;
}

static bool bind_all(struct jupyter_kernel *k, void **out_iopub)
{
    struct connection *c = &k->connection;
    k->shell = connection_bind(c, k->zmq, CHANNEL_SHELL);
    *out_iopub = k->shell ? connection_bind(c, k->zmq, CHANNEL_IOPUB) : NULL;
    k->input = *out_iopub ? connection_bind(c, k->zmq, CHANNEL_STDIN) : NULL;
    k->control = k->input ? connection_bind(c, k->zmq, CHANNEL_CONTROL) : NULL;
    k->heartbeat = k->control ? connection_bind(c, k->zmq, CHANNEL_HB) : NULL;
    return k->heartbeat && connection_write_back(c);
}

static void open_session(struct jupyter_kernel *k)
{
    struct wc_options options = {.on = messages_callbacks(k), .notebook = true};
    k->session = wc_open(&options);
    pthread_mutex_lock(&k->session_lock);
    k->session_open = true;
    atomic_store(&k->session_begun, true);
    pthread_mutex_unlock(&k->session_lock);
}

static void close_session(struct jupyter_kernel *k)
{
    pthread_mutex_lock(&k->session_lock);
    k->session_open = false;
    pthread_mutex_unlock(&k->session_lock);
    while (atomic_load(&k->session_users)) /* a request of the debugger is being answered */
        sched_yield();
    wc_close(k->session);
}

/* Everything is bound before anything else is done: clients wait for the ports (W-28). */
static int serve(struct jupyter_kernel *k)
{
    pthread_t control, heartbeat;
    void *iopub;
    if (!bind_all(k, &iopub))
        return 1;
    if (k->connection.registrar_ip && !registration_run(&k->connection, &k->wire, k->zmq))
        return 1;
    subshells_open(k);
    k->handlers = messages_open();
    k->table = messages_table;
    k->iopub = iopub_start(&k->wire, iopub);
    if (pthread_create(&heartbeat, NULL, heartbeat_main, k) ||
        pthread_create(&control, NULL, control_main, k)) {
        fprintf(stderr, "warpcell-kernel: cannot create a thread\n");
        return 1;
    }
    open_session(k);
    if (!ticker_open(k)) {
        fprintf(stderr, "warpcell-kernel: cannot create a thread\n");
        return 1;
    }
    shell_loop(k);
    ticker_close(k);
    pthread_join(control, NULL);
    close_session(k);
    iopub_stop(&k->iopub);
    zmq_close(k->shell);
    zmq_close(k->input);
    zmq_ctx_shutdown(k->zmq); /* ends the heartbeat's wait */
    pthread_join(heartbeat, NULL);
    zmq_ctx_term(k->zmq);
    messages_close(&k->handlers);
    subshells_close(k);
    connection_remove_files(&k->connection);
    return 0;
}

/* What the threads share. false: the system has no more files. */
static bool open_shared(struct jupyter_kernel *k)
{
    k->queue_end = &k->queue;
    debug_clients_open(&k->debug_clients);
    pthread_mutex_init(&k->signals_lock, NULL);
    pthread_mutex_init(&k->session_lock, NULL);
    k->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    k->interrupt_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    k->signals_fd = signals_open();
    k->zmq = zmq_ctx_new();
    if (k->signals_fd >= 0 && k->stop_fd >= 0 && k->interrupt_fd >= 0 && k->zmq)
        return true;
    fprintf(stderr, "warpcell-kernel: too many open files\n");
    return false;
}

int main(int argc, char **argv)
{
    struct jupyter_kernel kernel = {0}, *k = &kernel;
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("warpcell-kernel %s\n", wc_version());
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "--install") == 0)
        return install_run(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "--uninstall") == 0)
        return uninstall_run(argc - 2, argv + 2);
    if (argc == 3 && strcmp(argv[1], "--rank") == 0)
        return wc_rank_serve(argv[2]);
    bool insecure = false;
    const char *file = read_arguments(argc, argv, &insecure);
    if (!file) {
        fprintf(stderr, "warpcell-kernel: no connection file given\n%s", usage);
        return 2;
    }
    bool ready = connection_read(&k->connection, file) && is_safe(&k->connection, insecure) &&
                 wire_open(&k->wire, k->connection.key, k->connection.scheme) && open_shared(k);
    int status = ready ? serve(k) : 1;
    wire_close(&k->wire);
    connection_free(&k->connection);
    return status;
}
