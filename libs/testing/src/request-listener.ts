import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Listener of a test's HTTP server. A handler that fails breaks the connection, so that the caller fails and does not wait. */
export const requestListener =
  (handler: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>): RequestListener =>
  (request, response) =>
    void handler(request, response).catch((error: Error) => response.destroy(error));
