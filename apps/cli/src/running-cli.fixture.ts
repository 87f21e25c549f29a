import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runCli } from './run-cli.ts';

type Call = { readonly method: string; readonly url: string; readonly key: string | undefined; readonly body: unknown };
export type Reply = { readonly status?: number; readonly json: unknown };

export let dir: string;
export let server: Server;
export let url: string;
export let calls: Call[];
export let replies: Record<string, Reply>;

export const stats = {
  memories: { total: 2, archived: 0, byStore: {}, byCategory: {}, meanStrength: 0.8, last24h: 0 },
  messages: { total: 3, last24h: 0, channels: 1, sessions: 1 },
  index: { pending: { words: 0, vectors: 0 }, dead: { words: 0, vectors: 0 } },
  strongest: [],
};

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'cairn-cli-'));
  chmodSync(dir, 0o700);
  calls = [];
  replies = { 'GET /healthz': { json: { status: 'ok' } }, 'GET /v1/recall/stats': { json: stats } };
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const [path] = (request.url ?? '').split('?');
      calls.push({
        method: request.method ?? '',
        url: request.url ?? '',
        key: request.headers.authorization,
        body: body === '' ? undefined : JSON.parse(body),
      });
      const { status = 200, json } = replies[`${request.method} ${path}`] ?? {
        status: 404,
        json: { error: { code: 'route/unknown', message: 'No such address.' } },
      };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

export function keyFile(fields: object = {}, mode = 0o600): void {
  writeFileSync(
    join(dir, 'cli.json'),
    JSON.stringify({ url, key: 'cairn_local', pid: process.pid, startedAt: 1, ...fields }),
  );
  chmodSync(join(dir, 'cli.json'), mode);
}

export async function cairn(
  argv: readonly string[],
  env: Record<string, string> = {},
  stdin: Readable & { isTTY?: boolean } = Readable.from([]),
  interrupted: AbortSignal = new AbortController().signal,
  onOutput: (text: string) => void = () => undefined,
) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli([...argv, '--data-dir', dir], {
    env,
    home: dir,
    stdin,
    stdout: {
      write: (text) => {
        out.push(text);
        onOutput(text);
      },
      isTTY: stdin.isTTY,
    },
    stderr: { write: (text) => err.push(text), isTTY: stdin.isTTY },
    serverBundle: join(dir, 'all-in-one.mjs'),
    interrupted,
    exitCode: 0,
  });
  return { code, out: out.join(''), err: err.join('') };
}
