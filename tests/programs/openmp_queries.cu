// What a program asks of OpenMP beside its regions: settings, the teams around a thread, locks that nest.
#include <omp.h>
#include <cstdio>

int main()
{
    omp_set_dynamic(0);
    omp_set_nested(0);
    printf("dynamic %d, nested %d, in a region %d, final %d\n", omp_get_dynamic(), omp_get_nested(), omp_in_parallel(), omp_in_final());
    printf("devices %d, on the host %d\n", omp_get_num_devices(), omp_is_initial_device());
    omp_set_schedule(omp_sched_guided, 3);
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    printf("schedule %d, chunks of %d\n", (int) kind, chunk);
    printf("level 0: thread %d of %d; level 1: %d of %d\n", omp_get_ancestor_thread_num(0), omp_get_team_size(0),
           omp_get_ancestor_thread_num(1), omp_get_team_size(1));

    omp_set_max_active_levels(2);
    printf("nested %d\n", omp_get_nested());
    int sums[3] = {0, 0, 0}, wrong = 0;
#pragma omp parallel num_threads(2)
    {
        int outer = omp_get_thread_num();
#pragma omp parallel num_threads(3)
        {
#pragma omp critical
            {
                sums[0] += omp_get_ancestor_thread_num(1);
                sums[1] += omp_get_team_size(1) * 10 + omp_get_team_size(2);
                sums[2] += omp_get_active_level();
                wrong += omp_get_ancestor_thread_num(1) != outer || omp_get_ancestor_thread_num(2) != omp_get_thread_num();
                wrong += omp_get_ancestor_thread_num(3) != -1 || omp_get_team_size(-1) != -1;
            }
        }
    }
    printf("%d %d %d, wrong %d\n", sums[0], sums[1], sums[2], wrong);

    omp_nest_lock_t nest;
    omp_init_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    printf("nest lock: %d\n", omp_test_nest_lock(&nest));
    int taken = 0, count = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1)
            taken = omp_test_nest_lock(&nest);
    }
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
#pragma omp parallel num_threads(4)
    {
        omp_set_nest_lock(&nest);
        omp_set_nest_lock(&nest);
        count++;
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
    }
    omp_destroy_nest_lock(&nest);
    printf("taken by another: %d, count %d\n", taken, count);
}
