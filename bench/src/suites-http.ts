import { startBenchServer } from './bench-server.ts';
import { callerOf } from './suites-caller.ts';

export interface SuiteServer {
  readonly url: string;
  readonly key: string;
}

/** Runs a suite on a server of its own. */
export async function onSuiteServer<Result>(run: (server: SuiteServer) => Promise<Result>): Promise<Result> {
  const server = await startBenchServer({ remember: 'documents' });
  try {
    return await run({ url: server.service.url, key: server.key });
  } finally {
    await server.close();
  }
}

/** Sends a request that may be refused, and returns the answer as JSON. */
export async function ask({ url, key }: SuiteServer, path: string, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

/** Sends a request that must succeed, and returns the answer as JSON. */
export const call = ({ url, key }: SuiteServer, method: string, path: string, body?: object): Promise<unknown> =>
  callerOf(url, key)(`${method} ${path}`, body);

/** A memory as suites store a text: under its own words, without further meaning. */
export const memoryOf = (content: string) => ({
  ...{ title: content.slice(0, 80), content },
  ...{ store: 'semantic', category: 'fact' },
});
