/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX <sys/utsname.h>. */
#ifndef WARPCELL_UTSNAME_H
#define WARPCELL_UTSNAME_H
struct utsname { char sysname[65], nodename[65], release[65], version[65], machine[65], domainname[65]; };
inline int uname(struct utsname *out) { return __system_names((char *) out); }
#endif
