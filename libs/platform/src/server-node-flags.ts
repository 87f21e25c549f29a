/**
 * Flags of the server's Node. The store is SQLite of Node itself, about which Node 24 warns. Young objects have 16 MB: by
 * default they fill 128 MB, although most are used for one request. Stack traces name the lines of the bundles, since source
 * maps would stay in memory.
 */
export const serverNodeFlags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'] as const;

/**
 * Settings of glibc for the server's process, which other systems ignore. The arenas of many threads kept some 170 MB that
 * was free, most of it from loading the model; larger blocks go back to the system.
 */
export const serverMemorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '524288',
  MALLOC_TRIM_THRESHOLD_: '524288',
} as const;
