/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* --install and --uninstall: the directory by which Jupyter finds this program, made from the files of kernelspec/.
 * `argv` is what follows: --user (the default), --prefix DIR or --sys-prefix. Returns the process's status, after
 * a line on stderr where it is not 0. Called before any thread is started. */
int install_run(int argc, char **argv);
int uninstall_run(int argc, char **argv);
