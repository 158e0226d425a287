/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the connection file and binds the five sockets to what it says, exactly: an address is never widened.
 * Ports may be numbers or strings (JEP 106); 0 asks us to choose and to write the choice back.
 * Next: wire.c, what travels on the sockets. */
#include "wire/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>
#include <zmq.h>

#include "wire/wire.h"

static const struct {
    const char *name, *key;
    int type;
} channels[CHANNEL_COUNT] = {
    [CHANNEL_SHELL] = {"shell",     "shell_port",   ZMQ_ROUTER},
    [CHANNEL_IOPUB] = {"iopub",     "iopub_port",   ZMQ_XPUB  },
    [CHANNEL_STDIN] = {"stdin",     "stdin_port",   ZMQ_ROUTER},
    [CHANNEL_CONTROL] = {"control",   "control_port", ZMQ_ROUTER},
    [CHANNEL_HB] = {"heartbeat", "hb_port",      ZMQ_ROUTER},
};

static const char *text_of(const json_t *file, const char *key, const char *otherwise)
{
    const char *s = json_string_value(json_object_get(file, key));
    return s ? s : otherwise;
}

static bool read_port(const json_t *file, const char *key, int *out_port)
{
    const json_t *v = json_object_get(file, key);
    long port = -1;
    if (json_is_integer(v)) {
        port = (long) json_integer_value(v);
    } else if (json_is_string(v)) {
        char *end;
        port = strtol(json_string_value(v), &end, 10);
        if (*end || !*json_string_value(v))
            port = -1;
    }
    *out_port = (int) port;
    return port >= 0 && port <= 65535;
}

/* All ports are ours to choose. We listen where the launcher does: it is told ports and no address. */
static bool read_registration(struct connection *c)
{
    c->registers_by_frame = json_object_get(c->file, "registration_ip");
    c->registrar_ip = text_of(c->file, "registration_ip", c->ip);
    c->ip = text_of(c->file, "ip", c->registrar_ip);
    wire_new_uuid(c->kernel_id);
    const char *id = text_of(c->file, "kernel_id", "");
    if (*id && !strchr(id, '/'))
        snprintf(c->kernel_id, sizeof c->kernel_id, "%s", id);
    if (read_port(c->file, "registration_port", &c->registrar_port) && c->registrar_port)
        return true;
    fprintf(stderr, "warpcell-kernel: registration file '%s' has no usable 'registration_port'\n",
            c->path);
    return false;
}

bool connection_read(struct connection *c, const char *path)
{
    json_error_t error;
    *c = (struct connection){.path = strdup(path)};
    c->file = json_load_file(path, 0, &error);
    if (!json_is_object(c->file)) {
        fprintf(stderr, "warpcell-kernel: cannot read connection file '%s': %s\n", path,
                c->file ? "not a JSON object" : error.text);
        return false;
    }
    c->transport = text_of(c->file, "transport", "tcp");
    c->ip = text_of(c->file, "ip", "127.0.0.1");
    c->key = text_of(c->file, "key", "");
    c->scheme = text_of(c->file, "signature_scheme", "hmac-sha256");
    c->curve_public_key = text_of(c->file, "curve_publickey", NULL);
    c->curve_secret = text_of(c->file, "curve_secretkey", NULL);
    if (strcmp(c->transport, "tcp") && strcmp(c->transport, "ipc")) {
        fprintf(stderr, "warpcell-kernel: transport '%s' is neither 'tcp' nor 'ipc'\n",
                c->transport);
        return false;
    }
    if (json_object_get(c->file, "registration_port"))
        return read_registration(c);
    for (int i = 0; i < CHANNEL_COUNT; i++) {
        if (!read_port(c->file, channels[i].key, &c->port[i])) {
            fprintf(stderr, "warpcell-kernel: connection file '%s' has no usable '%s'\n", path,
                    channels[i].key);
            return false;
        }
    }
    return true;
}

bool connection_is_local(const struct connection *c)
{
    return strcmp(c->transport, "ipc") == 0 || strncmp(c->ip, "127.", 4) == 0 ||
           strcmp(c->ip, "localhost") == 0 || strcmp(c->ip, "::1") == 0 ||
           strcmp(c->ip, "[::1]") == 0;
}

/* For ipc a port is the number after the dash in a file's name (W-3). */
static int free_ipc_number(const struct connection *c)
{
    int n = 1;
    char *path;
    for (bool taken = true; taken && n < 65535; n += taken) {
        if (asprintf(&path, "%s-%d", c->ip, n) < 0)
            return n;
        taken = access(path, F_OK) == 0;
        free(path);
    }
    return n;
}

static char *endpoint(const struct connection *c, const char *ip, int port)
{
    char *s = NULL, number[16] = "*";
    if (port)
        snprintf(number, sizeof number, "%d", port);
    bool bare_ipv6 = strchr(ip, ':') && ip[0] != '[';
    int rc = strcmp(c->transport, "ipc") == 0
                 ? asprintf(&s, "ipc://%s-%s", ip, number)
                 : asprintf(&s, bare_ipv6 ? "tcp://[%s]:%s" : "tcp://%s:%s", ip, number);
    return rc < 0 ? NULL : s;
}

static void set(void *socket, int option, int value)
{
    zmq_setsockopt(socket, option, &value, sizeof value);
}

static bool set_options(const struct connection *c, void *socket, enum channel which)
{
    int64_t longest = 256 << 20; /* a larger frame is not a cell (W-31) */
    zmq_setsockopt(socket, ZMQ_MAXMSGSIZE, &longest, sizeof longest);
    set(socket, ZMQ_LINGER, 1000);
    if (strchr(c->ip, ':'))
        set(socket, ZMQ_IPV6, 1);
    if (channels[which].type == ZMQ_ROUTER)
        set(socket, ZMQ_ROUTER_HANDOVER,
            1); /* a client that reconnects keeps its identity (W-22) */
    if (which == CHANNEL_IOPUB) {
        set(socket, ZMQ_XPUB_MANUAL, 1); /* every subscriber is welcomed (W-24): subscribers.c */
        set(socket, ZMQ_XPUB_NODROP, 1);
    }
    if (c->curve_secret && c->curve_public_key) {
        set(socket, ZMQ_CURVE_SERVER, 1);
        if (zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, c->curve_secret, strlen(c->curve_secret)) ||
            zmq_setsockopt(socket, ZMQ_CURVE_PUBLICKEY, c->curve_public_key,
                           strlen(c->curve_public_key))) {
            fprintf(stderr, "warpcell-kernel: the connection file's curve keys cannot be used\n");
            return false;
        }
    }
    return true;
}

static void say_why_not_bound(const struct connection *c, enum channel which, const char *where)
{
    size_t longest = sizeof((struct sockaddr_un *) NULL)->sun_path - 1;
    bool ipc = strcmp(c->transport, "ipc") == 0;
    if (ipc && strlen(where) - strlen("ipc://") > longest)
        fprintf(
            stderr,
            "warpcell-kernel: cannot listen on '%s': the path is longer than the %zu bytes that a "
            "local socket allows; set JUPYTER_RUNTIME_DIR to a shorter directory\n",
            where, longest);
    else
        fprintf(stderr, "warpcell-kernel: cannot listen on '%s' (%s): %s\n", where,
                channels[which].name, zmq_strerror(zmq_errno()));
}

void *connection_bind(struct connection *c, void *zmq, enum channel which)
{
    bool ipc = strcmp(c->transport, "ipc") == 0;
    if (ipc && c->port[which] == 0)
        c->port[which] = free_ipc_number(c);
    void *socket = zmq_socket(zmq, channels[which].type);
    char *where = endpoint(c, c->ip, c->port[which]);
    if (!socket || !where || !set_options(c, socket, which))
        goto failed;
    if (zmq_bind(socket, where)) {
        say_why_not_bound(c, which, where);
        goto failed;
    }
    if (c->port[which] == 0) {
        char bound[256] = "";
        size_t size = sizeof bound;
        zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, bound, &size);
        const char *colon = strrchr(bound, ':');
        c->port[which] = colon ? atoi(colon + 1) : 0;
    }
    free(where);
    return socket;
failed:
    free(where);
    if (socket)
        zmq_close(socket);
    return NULL;
}

/* A reader sees the old file or the new one, never half of it. */
static bool write_file(json_t *content, const char *path)
{
    char *next = NULL;
    if (asprintf(&next, "%s.%d", path, (int) getpid()) < 0)
        return false;
    int fd = open(next, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool ok = fd >= 0 && json_dumpfd(content, fd, JSON_INDENT(2)) == 0;
    if (fd >= 0)
        ok = close(fd) == 0 && ok;
    ok = ok && rename(next, path) == 0;
    if (!ok)
        fprintf(stderr, "warpcell-kernel: cannot write the chosen ports to '%s': %s\n", path,
                strerror(errno));
    free(next);
    return ok;
}

const char *connection_port_key(enum channel which)
{
    return channels[which].key;
}

char *connection_registrar(const struct connection *c)
{
    return endpoint(c, c->registrar_ip, c->registrar_port);
}

bool connection_write_own(struct connection *c)
{
    const char *slash = strrchr(c->path, '/');
    int folder = slash ? (int) (slash + 1 - c->path) : 0;
    if (asprintf(&c->own, "%.*skernel-%s.json", folder, c->path, c->kernel_id) < 0)
        c->own = NULL;
    json_t *file = json_pack("{ss ss ss ss}", "transport", c->transport, "ip", c->ip, "key", c->key,
                             "signature_scheme", c->scheme);
    for (int i = 0; i < CHANNEL_COUNT; i++)
        json_object_set_new(file, channels[i].key, json_integer(c->port[i]));
    bool ok = c->own && (access(c->own, F_OK) == 0 || write_file(file, c->own));
    json_decref(file);
    return ok;
}

bool connection_write_back(struct connection *c)
{
    if (c->registrar_ip)
        return true; /* the launcher's file is not ours to change */
    bool changed = false;
    for (int i = 0; i < CHANNEL_COUNT; i++) {
        int was;
        if (read_port(c->file, channels[i].key, &was) && was == c->port[i])
            continue;
        json_object_set_new(c->file, channels[i].key, json_integer(c->port[i]));
        changed = true;
    }
    if (!changed)
        return true;
    return write_file(c->file, c->path);
}

void connection_remove_files(const struct connection *c)
{
    char *path;
    if (c->own)
        unlink(c->own);
    for (int i = 0; i < CHANNEL_COUNT && strcmp(c->transport, "ipc") == 0; i++) {
        if (asprintf(&path, "%s-%d", c->ip, c->port[i]) < 0)
            return;
        unlink(path);
        free(path);
    }
}

void connection_free(struct connection *c)
{
    json_decref(c->file);
    free(c->path);
    free(c->own);
    *c = (struct connection){0};
}
