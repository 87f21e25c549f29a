/** Default port of a server, a service or a container. */
export const DEFAULT_PORT = 7070;

/** Default address of the server on this machine. */
export const DEFAULT_ADDRESS = `http://127.0.0.1:${DEFAULT_PORT}`;
