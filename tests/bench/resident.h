/* bench/resident.h - memory of this process, as the operating system counts it. */
#ifndef GLTF_BENCH_RESIDENT_H
#define GLTF_BENCH_RESIDENT_H

/* Bytes of "VmRSS:" (now) or "VmHWM:" (at most); 0 where the system does not tell. */
double bench_resident(const char *name);

/* Let the peak start again from what is used now. */
void bench_forget_peak(void);

#endif
