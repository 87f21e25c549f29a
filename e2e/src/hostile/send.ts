import { connect } from 'node:net';
import type { HostileRequest } from './requests.ts';

export interface RawAnswer {
  /** None where the connection ended without an answer. */
  readonly status: number | undefined;
  readonly text: string;
}

/** A stream that was opened stays open: what it said by then is its answer. */
const STREAM_MS = 3_000;
/** How long a busy server may take for its answer. */
const ANSWER_MS = 20_000;
/** A server that waits for more of a body than it was sent learns that there is none. Node drops an answer that comes later. */
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
    const noMore = isWhole(headers, body) ? undefined : setTimeout(() => socket.end(), NO_MORE_MS);
    const end = () => {
      clearTimeout(noMore);
      socket.destroy();
      const text = Buffer.concat(parts).toString();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      resolve({ status: status === undefined ? undefined : Number(status), text });
    };
    socket.setTimeout(ANSWER_MS, end);
    socket.on('data', (part) => {
      parts.push(part);
      socket.setTimeout(STREAM_MS);
    });
    socket.on('end', end);
    // A server that has seen enough closes while we still write.
    socket.on('error', end);
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]));
  });
}

/** Whether a server waits for no more than the body that is sent. */
const isWhole = (headers: HostileRequest['headers'], body: Buffer): boolean => {
  const framing = headers.filter(([name]) => ['content-length', 'transfer-encoding'].includes(name.toLowerCase()));
  return framing.length === 1 && framing[0]![1] === String(body.length);
};
