/**
 * Options of worker threads. Threads read no source maps, which take some 15 MB in each, and their young objects have
 * little room, since they live only as long as one call: without the limit, four threads took 200 MB more for the same
 * calls and were no faster.
 */
export const threadOptions = {
  execArgv: ['--disable-warning=ExperimentalWarning'],
  resourceLimits: { maxYoungGenerationSizeMb: 12 },
};

/** Room in MB for young objects of a thread of recalls: a recall makes more of them than other calls, and with half of it collects them twice as often. */
const RECALL_YOUNG_MB = 24;

/** Options of threads that answer recalls. */
export const recallThreadOptions = {
  ...threadOptions,
  resourceLimits: { maxYoungGenerationSizeMb: RECALL_YOUNG_MB },
};
