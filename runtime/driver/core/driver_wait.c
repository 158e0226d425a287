/* SPDX-License-Identifier: Apache-2.0 */
/* Ways to wait without holding the lock, and what is collected meanwhile: output, faults, findings. It needs the engine. Next: driver_report.c. */
#include "device/cpu/check/launch_check.h"
#include "driver/core/driver_report.h"
#include "driver/core/driver_state.h"

enum { WAIT_NS = 10000000 };

static int code_of(const struct device_fault *f)
{
    switch (f->kind) {
    case FAULT_MISALIGNED: return CU_MISALIGNED_ADDRESS;
    case FAULT_ASSERT: return CU_ASSERT;
    case FAULT_STACK: return CU_STACK_ERROR;
    case FAULT_TRAP:
    case FAULT_BARRIER:
    case FAULT_DEADLOCK:
    case FAULT_MBARRIER:
    case FAULT_CLUSTER:
    case FAULT_CHILD: return CU_LAUNCH_FAILED;
    default: return CU_ILLEGAL_ADDRESS;
    }
}

void driver_collect_locked(void)
{
    struct device_fault f;
    if (cpu_queue_collect(driver_state.engine, &f) == DEVICE_OK)
        return;
    if (driver_lasting_error())
        return;
    driver_state.failed = code_of(&f);
    report_fault(&f);
}

void driver_free_deferred_locked(void)
{
    struct diags unheard = {0};
    VEC_EACH (a, &driver_state.deferred)
        device_free(driver_state.engine, *a, &unheard, (struct span){0});
    driver_state.deferred.n = 0;
    diags_free(&unheard);
}

void driver_lock_room(void)
{
    for (driver_lock(); !cpu_queue_room(driver_state.engine); driver_lock()) {
        driver_collect_locked();
        driver_unlock();
        cpu_queue_wait_room(driver_state.engine, WAIT_NS);
    }
}

void driver_lock_idle(void)
{
    for (driver_lock(); !cpu_queue_idle(driver_state.engine, DEVICE_ALL_STREAMS); driver_lock()) {
        driver_collect_locked();
        driver_unlock();
        cpu_queue_wait(driver_state.engine, DEVICE_ALL_STREAMS, WAIT_NS);
    }
    driver_collect_locked();
    driver_free_deferred_locked();
}

static void collect_findings_locked(void)
{
    if (driver_state.checker && cpu_queue_idle(driver_state.engine, DEVICE_ALL_STREAMS))
        report_findings(driver_state.checker);
}

int driver_lasting_error(void)
{
    return driver_state.settings.as_gpu ? driver_state.failed : CU_SUCCESS;
}

/* Unlike a real driver's, an error does not stay: the next call works, so that one faulty kernel is one error and a test suite goes on. */
int driver_take_error(void)
{
    driver_lock();
    driver_collect_locked();
    collect_findings_locked();
    report_write_sometimes();
    int e = driver_state.failed;
    if (!driver_state.settings.as_gpu)
        driver_state.failed = CU_SUCCESS;
    driver_unlock();
    return e;
}

int driver_wait(uint32_t stream)
{
    while (!cpu_queue_idle(driver_state.engine, stream)) {
        cpu_queue_wait(driver_state.engine, stream, WAIT_NS);
        driver_lock();
        driver_collect_locked();
        driver_unlock();
    }
    return driver_take_error();
}
