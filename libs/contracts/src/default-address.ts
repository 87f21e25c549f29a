/** The port of every Cairn that was told no other: of a server, a service, a container. */
export const DEFAULT_PORT = 7070;

/** Where a server of this machine is that was told nothing else. */
export const DEFAULT_ADDRESS = `http://127.0.0.1:${DEFAULT_PORT}`;
