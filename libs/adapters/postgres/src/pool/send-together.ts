import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';

/** Socket of a client, which the types of the driver leave out. */
export const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/**
 * Sends what a client writes in this turn of the event loop as one packet, such as the beginning of a transaction with its
 * first queries. Each packet costs a system call here and wakes the server.
 */
export function sendTogether(client: PoolClient): void {
  const socket = socketOf(client);
  if (socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}
