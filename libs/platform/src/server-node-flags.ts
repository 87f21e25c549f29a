/**
 * Flags of the server's Node. The store is SQLite of Node itself, about which Node 24 warns. Young objects have 16 MB: by
 * default they fill 128 MB, although most are used for one request. Stack traces name the lines of the bundles, since source
 * maps would stay in memory.
 */
export const serverNodeFlags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'] as const;
