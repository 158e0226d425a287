/* SPDX-License-Identifier: Apache-2.0 */
/* Starts the ranks of %ranks through the machine's launcher, and passes messages. Next: rank_show.c, which shows what comes back;
 * session/rank_serve.c, the other side. */
#include "magic/ranks/rank_job.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/machine/child.h"
#include "magic/measure/search_path.h"
#include "magic/ranks/rank_socket.h"

extern char **environ;

enum { LOOK_MS = 50, LOG_MOST = 2000, GREETING_MOST = 4096 };

#define SECOND 1000000000ull

static const uint64_t START_NS = 60 * SECOND; /* for all ranks to come up */
static const uint64_t GRACE_NS = 5 * SECOND;  /* from an interrupt to the end of the job */
static const uint64_t ALONE_NS = 2 * SECOND;  /* ranks go on after another one has failed */

/* ---- the launcher ---- */

static bool on_path(const char *program)
{
    struct buf file = {0};
    bool found = search_path_find(getenv("PATH"), program, &file);
    buf_free(&file);
    return found;
}

/* Slurm's where a job of Slurm is running; NULL: there is none. */
static const char *launcher_name(void)
{
    const char *wanted = getenv("WARPCELL_LAUNCHER");
    if (wanted && *wanted)
        return wanted;
    if (getenv("SLURM_JOB_ID") && on_path("srun"))
        return "srun";
    return on_path("mpirun") ? "mpirun" : on_path("mpiexec") ? "mpiexec" : NULL;
}

/* What Open MPI refuses by default: more ranks than processors, and the superuser, who starts a notebook in a container. */
static const char *const additions[] = {
    "OMPI_MCA_rmaps_base_oversubscribe=1",
    "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe",
    "OMPI_ALLOW_RUN_AS_ROOT=1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
    "PRTE_ALLOW_RUN_AS_ROOT=1",
    "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1",
    /* passed on to ranks on other machines; other launchers pass on everything */
    "OMPI_MCA_mca_base_env_list=" RANK_SECRET_VARIABLE,
};

/* How a launcher is told where the ranks run. */
static const struct {
    const char *launcher, *hosts, *file;
} host_options[] = {
    {"srun", "--nodelist", "--nodefile"},
    {NULL,   "--host",     "--hostfile"}  /* all others */
};

static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

typedef VEC(char *) word_vec;

static void add_word(word_vec *words, const char *word)
{
    VEC_PUSH(words, (char *) (uintptr_t) word);
}

static void add_hosts(word_vec *words, const char *launcher, const struct rank_hosts *h)
{
    size_t i = 0;
    while (host_options[i].launcher && strcmp(host_options[i].launcher, file_of(launcher)) != 0)
        i++;
    if (h->hosts) {
        add_word(words, host_options[i].hosts);
        add_word(words, h->hosts);
    }
    if (h->file) {
        add_word(words, host_options[i].file);
        add_word(words, h->file);
    }
}

static int spawn(struct rank_job *job, const char *launcher, const struct rank_hosts *hosts,
                 const char *address)
{
    char program[4096] = "", size[16], secret[sizeof RANK_SECRET_VARIABLE + RANK_SECRET];
    struct buf log = {0};
    word_vec variables = {0}, words = {0};
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        return errno;
    snprintf(size, sizeof size, "%d", job->size);
    buf_printf(&log, "%s/log", job->folder);
    for (char **v = environ; *v; v++)
        VEC_PUSH(&variables, *v);
    snprintf(secret, sizeof secret, "%s=%s", RANK_SECRET_VARIABLE, job->secret);
    if (*job->secret)
        add_word(&variables, secret);
    for (size_t i = 0; i < sizeof additions / sizeof *additions; i++)
        add_word(&variables, additions[i]);
    add_word(&variables, NULL);
    add_word(&words, launcher);
    add_word(&words, "-n");
    add_word(&words, size);
    add_hosts(&words, launcher, hosts);
    add_word(&words, program);
    add_word(&words, "--rank");
    add_word(&words, address);
    add_word(&words, NULL);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log.p, O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    child_attributes_init(&attributes, POSIX_SPAWN_SETPGROUP);
    int failed =
        posix_spawnp(&job->launcher, launcher, &actions, &attributes, words.at, variables.at);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    VEC_FREE(&variables);
    VEC_FREE(&words);
    buf_free(&log);
    return failed;
}

char *rank_job_log(const struct rank_job *job)
{
    struct buf path = {0}, text = {0};
    char bytes[LOG_MOST];
    buf_printf(&path, "%s/log", job->folder);
    int fd = open(path.p, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd >= 0 && !fstat(fd, &st)) {
        off_t from = st.st_size > LOG_MOST ? st.st_size - LOG_MOST : 0;
        ssize_t n = pread(fd, bytes, sizeof bytes, from);
        buf_put(&text, bytes, n > 0 ? (size_t) n : 0);
    }
    if (fd >= 0)
        close(fd);
    buf_free(&path);
    buf_put(&text, "", 0);
    return buf_take(&text);
}

/* ---- messages ---- */

static void lose(struct rank *r)
{
    if (r->fd >= 0)
        close(r->fd);
    r->fd = -1;
    r->busy = false;
}

static void put(struct rank *r, json_t *message)
{
    if (!rank_send(r->fd, message))
        lose(r);
}

/* Reads what is there. false: the rank has ended. */
static bool take(struct rank *r)
{
    char bytes[16384];
    ssize_t n = recv(r->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n > 0)
        buf_put(&r->in, bytes, (size_t) n);
    return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

/* The next whole message, or NULL. */
static json_t *next(struct rank *r)
{
    size_t new = r->in.n - r->searched;
    char *end = new ? memchr(r->in.p + r->searched, '\n', new) : NULL;
    r->searched = end ? 0 : r->in.n;
    if (!end)
        return NULL;
    size_t n = (size_t) (end - r->in.p);
    json_t *message = json_loadb(r->in.p, n, 0, NULL);
    memmove(r->in.p, end + 1, r->in.n - n - 1);
    r->in.n -= n + 1;
    return message ? message : json_object();
}

bool rank_job_failed(const struct rank_job *job)
{
    bool failed = false;
    for (int i = 0; i < job->size; i++)
        failed |= job->at[i].failed;
    return failed;
}

void rank_job_send(struct rank_job *job, int rank, json_t *message)
{
    struct rank *r = job->at + rank;
    r->busy = r->fd >= 0;
    r->failed = false;
    put(r, message);
}

void rank_job_run(struct rank_job *job, int rank, const struct rank_cell *cell)
{
    rank_job_send(job, rank,
                  json_pack("{s{ss ss% sb sb}}", "run", "name", cell->name, "code", cell->code.p,
                            cell->code.n, "alone", cell->alone, "renew", cell->renew));
}

/* ---- start ---- */

/* The next message within a second; NULL: none came. */
static json_t *await(struct rank *r)
{
    json_t *message = NULL;
    struct pollfd p = {.fd = r->fd, .events = POLLIN};
    while (r->fd >= 0 && !message && r->in.n < GREETING_MOST && poll(&p, 1, LOOK_MS * 20) > 0 &&
           take(r))
        message = next(r);
    return message;
}

/* Both ends prove that they know the secret: the session first, since the rank will do what it says. */
static bool prove(const struct rank_job *job, struct rank *r, const json_t *hello)
{
    char proof[RANK_SECRET], nonce[RANK_SECRET];
    const char *asked = json_string_value(json_object_get(hello, "nonce"));
    if (!*job->secret)
        return true;
    if (!asked || strlen(asked) != RANK_SECRET - 1 || !rank_secret_new(nonce))
        return false;
    rank_secret_proof(job->secret, "session", asked, proof);
    put(r, json_pack("{ss ss}", "proof", proof, "nonce", nonce));
    json_t *answer = await(r);
    bool fits = rank_secret_fits(job->secret, "rank", nonce,
                                 json_string_value(json_object_get(answer, "proof")));
    json_decref(answer);
    return fits;
}

/* The first line of a rank says which it is. */
static bool greet(struct rank_job *job, int listener)
{
    struct rank r = {.fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC)};
    json_t *hello = await(&r);
    json_int_t rank = json_integer_value(json_object_get(hello, "rank"));
    bool fits = hello && json_integer_value(json_object_get(hello, "size")) == job->size &&
                rank >= 0 && rank < job->size && job->at[rank].fd < 0 && prove(job, &r, hello);
    json_decref(hello);
    if (fits)
        job->at[rank] = r;
    else
        lose(&r);
    return fits;
}

static bool launcher_ended(const struct rank_job *job)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t) job->launcher, &info, WEXITED | WNOHANG | WNOWAIT) ||
           info.si_pid == job->launcher;
}

static bool all_come(struct wc_session *s, struct rank_job *job, int listener)
{
    uint64_t start = clock_ns();
    int come = 0;
    while (come < job->size && !atomic_load(&s->interrupt) && clock_ns() - start < START_NS) {
        struct pollfd p = {.fd = listener, .events = POLLIN};
        if (poll(&p, 1, LOOK_MS) > 0)
            come += greet(job, listener);
        else if (launcher_ended(job))
            return false;
        poll_now(&s->poll, NULL);
    }
    return come == job->size;
}

static void say_failed(struct wc_session *s, const struct rank_job *job, const char *launcher,
                       struct span at)
{
    if (atomic_load(&s->interrupt)) {
        diag_error(s->diags, DIAG_INTERRUPT, at, "stopped by the user");
        return;
    }
    char *log = rank_job_log(job);
    struct diag *d =
        diag_error(s->diags, DIAG_SYSTEM, at, "%s did not start %d ranks", launcher, job->size);
    if (*log)
        diag_note(s->diags, d, (struct span){0}, "%s", log);
    diag_help(s->diags, d, "does `%s -n %d hostname` work in a terminal?", launcher, job->size);
    free(log);
}

/* Where the ranks connect to: a socket in the job's folder, or TCP. -1: errno says why. */
static int listen_for(struct rank_job *job, const struct rank_hosts *hosts, char out[RANK_ADDRESS])
{
    char address[RANK_ADDRESS] = "";
    bool everywhere;
    if (!rank_hosts_elsewhere(hosts)) {
        snprintf(out, RANK_ADDRESS, "%s/socket", job->folder);
        return rank_listen(out, RANKS_MOST);
    }
    if (!rank_secret_new(job->secret)) {
        errno = EIO;
        return -1;
    }
    rank_hosts_route(hosts, address, &everywhere);
    return rank_listen_tcp(everywhere ? NULL : address, address, RANKS_MOST, out);
}

struct rank_job *rank_job_start(struct wc_session *s, int size, const struct rank_hosts *hosts,
                                struct span at)
{
    const char *launcher = launcher_name();
    if (!launcher) {
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_SYSTEM, at,
                             "there is no mpirun, mpiexec or srun that could start ranks"),
                  "install Open MPI (Debian: apt-get install openmpi-bin) or MPICH");
        return NULL;
    }
    char folder[] = "/tmp/warpcell-ranks-XXXXXX";
    if (!mkdtemp(folder)) {
        diag_error(s->diags, DIAG_SYSTEM, at, "no folder for the sockets of the ranks: %s",
                   strerror(errno));
        return NULL;
    }
    struct rank_job *job = xcalloc(1, sizeof *job);
    *job = (struct rank_job){.size = size, .folder = xstrdup(folder)};
    job->at = xcalloc((size_t) size, sizeof *job->at);
    for (int i = 0; i < size; i++)
        job->at[i].fd = -1;
    char address[RANK_ADDRESS];
    int listener = listen_for(job, hosts, address),
        failed = listener < 0 ? errno : spawn(job, launcher, hosts, address);
    bool ok = !failed && all_come(s, job, listener);
    if (failed)
        diag_error(s->diags, DIAG_SYSTEM, at, "cannot start %s: %s", launcher, strerror(failed));
    else if (!ok)
        say_failed(s, job, launcher, at);
    if (listener >= 0)
        close(listener);
    if (!ok)
        rank_job_end(&job);
    return job;
}

/* ---- end ---- */

static void wait_for_launcher(const struct rank_job *job)
{
    uint64_t start = clock_ns();
    for (int sent = 0; waitpid(job->launcher, NULL, WNOHANG) == 0; poll(NULL, 0, LOOK_MS / 5)) {
        int signal = clock_ns() - start > 2 * SECOND ? SIGKILL
                     : clock_ns() - start > SECOND   ? SIGTERM
                                                     : 0;
        if (signal && signal != sent)
            kill(-job->launcher, signal);
        sent = signal;
    }
}

static void remove_folder(const char *folder)
{
    static const char *const files[] = {"socket", "log"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct buf path = {0};
        buf_printf(&path, "%s/%s", folder, files[i]);
        unlink(path.p);
        buf_free(&path);
    }
    rmdir(folder);
}

void rank_job_end(struct rank_job **at)
{
    struct rank_job *job = *at;
    *at = NULL;
    if (!job)
        return;
    for (int i = 0; i < job->size; i++) {
        lose(job->at + i);
        buf_free(&job->at[i].in);
    }
    if (job->launcher)
        wait_for_launcher(job);
    remove_folder(job->folder);
    free(job->folder);
    free(job->at);
    free(job);
}

bool rank_job_whole(const struct rank_job *job)
{
    for (int i = 0; i < job->size; i++)
        if (job->at[i].fd < 0)
            return false;
    return true;
}

/* ---- a cell ---- */

struct patience {
    uint64_t stopped,
        failed; /* when the ranks were interrupted, and when the first failed; 0: not yet */
};

static int busy_ranks(const struct rank_job *job)
{
    int n = 0;
    for (int i = 0; i < job->size; i++)
        n += job->at[i].busy;
    return n;
}

static void stop_all(struct rank_job *job)
{
    for (int i = 0; i < job->size; i++)
        if (job->at[i].busy)
            put(job->at + i, json_pack("{sb}", "interrupt", 1));
}

static void lose_patience(struct wc_session *s, struct rank_job *job, struct patience *p)
{
    uint64_t now = clock_ns();
    for (int i = 0; i < job->size && !p->failed; i++)
        if (job->at[i].failed || job->at[i].fd < 0)
            p->failed = now;
    bool stop = atomic_load(&s->interrupt) || (p->failed && now - p->failed > ALONE_NS);
    if (stop && !p->stopped) {
        p->stopped = now;
        stop_all(job);
    }
    if (p->stopped && now - p->stopped > GRACE_NS)
        for (int i = 0; i < job->size; i++)
            if (job->at[i].busy)
                lose(job->at + i);
}

static void read_rank(struct rank_job *job, int rank,
                      void (*see)(void *user, int rank, json_t *message), void *user)
{
    struct rank *r = job->at + rank;
    bool there = take(r);
    for (json_t *m; (m = next(r));) {
        r->failed |= json_object_get(m, "error") != NULL;
        r->busy &= !json_object_get(m, "done");
        see(user, rank, m);
        json_decref(m);
    }
    if (!there)
        lose(r);
}

void rank_job_wait(struct wc_session *s, struct rank_job *job,
                   void (*see)(void *user, int rank, json_t *message), void *user)
{
    struct patience patience = {0};
    struct pollfd *fds = xcalloc((size_t) job->size, sizeof *fds);
    while (busy_ranks(job)) {
        for (int i = 0; i < job->size; i++)
            fds[i] = (struct pollfd){.fd = job->at[i].fd, .events = POLLIN};
        poll(fds, (nfds_t) job->size, LOOK_MS);
        for (int i = 0; i < job->size; i++)
            if (fds[i].fd >= 0 && fds[i].revents)
                read_rank(job, i, see, user);
        see(user, -1, NULL);
        poll_now(&s->poll, NULL);
        lose_patience(s, job, &patience);
    }
    free(fds);
}
