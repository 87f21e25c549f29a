/** Interval in ms in which a client reports a running import. */
export const IMPORT_REPORT_MS = 30_000;

/** A running import without a report for this many ms has lost its client, and counts as stopped. */
export const IMPORT_SILENCE_MAX_MS = 600_000;
