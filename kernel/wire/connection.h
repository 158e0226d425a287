/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>
#include <stdbool.h>

/* The connection file: where to listen, and the key that signs messages (Jupyter "Connection files"; W-1..W-6).
 * Thread-safety: filled and bound by the main thread before the others start, read-only afterwards. */

enum channel {
    CHANNEL_SHELL,
    CHANNEL_IOPUB,
    CHANNEL_STDIN,
    CHANNEL_CONTROL,
    CHANNEL_HB,
    CHANNEL_COUNT
};

struct connection {
    char *path;
    json_t *file;                                /* as read; ports that we choose are put in */
    const char *transport, *ip;                  /* of `file` */
    const char *key, *scheme;                    /* "": messages are not signed */
    const char *curve_public_key, *curve_secret; /* Z85, or NULL: no encryption */
    int port[CHANNEL_COUNT];                     /* 0: choose one */
    /* The file is a registration file: */
    const char *registrar_ip; /* NULL: it is not */
    int registrar_port;
    bool registers_by_frame; /* in the dialects of jupyter_client and xeus; else in Positron's */
    char kernel_id[64];
    char *own; /* path of the connection file that we wrote for others, or NULL */
};

/* False: the reason is on stderr, one line. */
bool connection_read(struct connection *c, const char *path);

/* Whether only this machine can reach us: anybody who can may run cells when messages are not signed (G-1). */
bool connection_is_local(const struct connection *c);

/* Makes the socket of one channel with the options all of ours share, and binds it.
 * NULL: the reason is on stderr. The caller closes it. */
void *connection_bind(struct connection *c, void *zmq, enum channel which);

/* Writes the ports that were chosen back to the file, for clients that attach later (W-5). */
bool connection_write_back(struct connection *c);

const char *connection_port_key(enum channel which); /* "shell_port" */
char *
connection_registrar(const struct connection *c); /* the launcher's endpoint; the caller frees it */
/* Writes a connection file beside the registration file, for clients that attach (JEP 66). */
bool connection_write_own(struct connection *c);

/* Removes the files of ipc sockets, which libzmq leaves behind, and our own connection file. */
void connection_remove_files(const struct connection *c);
void connection_free(struct connection *c);
