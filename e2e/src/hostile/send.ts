import { connect } from 'node:net';
import type { HostileRequest } from './requests.ts';

export interface RawAnswer {
  /** HTTP status; undefined when the connection ended without an answer. */
  readonly status: number | undefined;
  readonly text: string;
}

/** Time limit for an open stream; the text until then is its answer. */
const STREAM_MS = 3_000;
/** Time limit for the answer of a busy server. */
const ANSWER_MS = 20_000;
/** Time after which the sending side is closed, so that a server waiting for more of a body gets its end. Node drops later answers. */
const NO_MORE_MS = 1_000;

/** Sends the raw bytes, which `fetch` would refuse. */
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
    // The server may close the connection while the request is still being written.
    socket.on('error', end);
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]));
  });
}

/** Tells whether the announced length equals the length of the sent body. */
const isWhole = (headers: HostileRequest['headers'], body: Buffer): boolean => {
  const framing = headers.filter(([name]) => ['content-length', 'transfer-encoding'].includes(name.toLowerCase()));
  return framing.length === 1 && framing[0]![1] === String(body.length);
};
