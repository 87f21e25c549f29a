import { connect } from 'node:net';
import type { HostileRequest } from './requests.ts';

export interface RawAnswer {
  /** None where the connection ended without an answer. */
  readonly status: number | undefined;
  readonly text: string;
}

/** A stream that was opened stays open: what it said by then is its answer. */
const LONGEST_MS = 3_000;
/** A server that waits for more of a body than it was told of learns that there is none. Node drops an answer that comes later. */
const NO_MORE_MS = 1_000;

/** Sends the bytes as they are, which `fetch` would refuse to do. */
export function sendRaw(url: string, { method, path, headers, body }: HostileRequest): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(url);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    'connection: close',
    ...headers.map((one) => one.join(': ')),
  ];
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) });
    const noMore = setTimeout(() => socket.end(), NO_MORE_MS);
    const end = () => {
      clearTimeout(noMore);
      socket.destroy();
      const text = Buffer.concat(parts).toString();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      resolve({ status: status === undefined ? undefined : Number(status), text });
    };
    socket.setTimeout(LONGEST_MS, end);
    socket.on('data', (part) => parts.push(part));
    socket.on('end', end);
    // A server that has seen enough closes while we still write.
    socket.on('error', end);
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]));
  });
}
