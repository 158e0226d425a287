// POSIX files and folders, aligned memory, times.
#include <stdio.h>
#include <fcntl.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/time.h>
#include <dirent.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
int main() {
  mkdir("posix_folder", 0755);
  int fd = open("posix_folder/a.bin", O_RDWR | O_CREAT | O_TRUNC, 0644);
  if (write(fd, "hello\nworld\n", 12) != 12) perror("write");
  struct stat st; fstat(fd, &st); printf("%d %ld\n", S_ISREG(st.st_mode), (long) st.st_size);
  lseek(fd, 6, SEEK_SET); char b[8] = {0}; long n = read(fd, b, 5); printf("%ld %s\n", n, b); close(fd);
  if (stat("posix_folder", &st) == 0) printf("dir %d\n", S_ISDIR(st.st_mode));
  printf("%d %d\n", open("none/none", O_RDONLY), access("posix_folder/a.bin", F_OK)); 
  DIR *d = opendir("posix_folder"); struct dirent *e; int files = 0; while ((e = readdir(d))) if (e->d_name[0] != '.') { files++; printf("%s %d\n", e->d_name, e->d_type == DT_REG); } closedir(d);
  FILE *f = fopen("posix_folder/a.bin", "r"); char *line = NULL; size_t room = 0; ssize_t len; while ((len = getline(&line, &room, f)) != -1) printf("[%ld] %s", (long) len, line); free(line); fclose(f);
  unlink("posix_folder/a.bin"); printf("%d\n", rmdir("posix_folder"));
  struct rusage r; getrusage(RUSAGE_SELF, &r); struct timeval a = {1, 5}, c = {3, 2}, out; timersub(&c, &a, &out); printf("%ld %ld %d\n", (long) out.tv_sec, (long) out.tv_usec, r.ru_utime.tv_sec >= 0);
  cpu_set_t set; CPU_ZERO(&set); CPU_SET(3, &set); printf("%d\n", CPU_COUNT(&set));
  void *q; printf("%d %d %d\n", posix_memalign(&q, 4096, 10), (int) ((size_t) q % 4096), posix_memalign(&q, 3, 10)); free(aligned_alloc(1 << 20, 100));
}
