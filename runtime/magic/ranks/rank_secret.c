/* SPDX-License-Identifier: Apache-2.0 */
/* The secret of a job on several machines, and proofs that an end knows it (HMAC-SHA256, RFC 2104). */
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <string.h>

#include "magic/ranks/rank_socket.h"

enum { BYTES = 32 };

static void put_hex(char out[RANK_SECRET], const unsigned char *bytes)
{
    for (int i = 0; i < BYTES; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

bool rank_secret_new(char out[RANK_SECRET])
{
    unsigned char bytes[BYTES];
    if (RAND_bytes(bytes, sizeof bytes) != 1)
        return false;
    put_hex(out, bytes);
    return true;
}

void rank_secret_proof(const char *secret, const char *who, const char *nonce,
                       char out[RANK_SECRET])
{
    unsigned char digest[EVP_MAX_MD_SIZE] = {0};
    unsigned int length = 0;
    char text[RANK_SECRET + 16];
    int n = snprintf(text, sizeof text, "%s %s", who, nonce);
    HMAC(EVP_sha256(), secret, (int) strlen(secret), (const unsigned char *) text, (size_t) n,
         digest, &length);
    put_hex(out, digest);
}

bool rank_secret_fits(const char *secret, const char *who, const char *nonce, const char *proof)
{
    char wanted[RANK_SECRET];
    if (!nonce || strlen(nonce) != RANK_SECRET - 1 || !proof || strlen(proof) != RANK_SECRET - 1)
        return false;
    rank_secret_proof(secret, who, nonce, wanted);
    return !CRYPTO_memcmp(wanted, proof, RANK_SECRET - 1);
}
