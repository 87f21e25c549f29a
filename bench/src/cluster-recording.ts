import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { requestListener } from '@cairn/testing';
import { Client, type QueryConfig } from 'pg';
import { Agent } from 'undici';
import type { Stores } from './cluster-stores.ts';

type HttpServer = 'ELASTICSEARCH_URL' | 'QDRANT_URL';

export interface HttpCall {
  readonly server: HttpServer;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface PostgresCall {
  readonly server: 'POSTGRES_URL';
  readonly query: string | QueryConfig;
}

export interface Span {
  /** Times in milliseconds of one clock; `to` is infinite until the answer. */
  readonly from: number;
  readonly to: number;
}

/** One request of an adapter to its server, with its times. */
export type SentCall = (HttpCall | PostgresCall) & Span;

/**
 * Records every request to the servers: HTTP requests pass through a proxy here, Postgres queries are observed at the
 * driver. Recorded requests can be replayed without our adapters.
 */
export class Recording {
  /** Settings of the stores, with the addresses of the proxies. */
  readonly settings: Stores['settings'];
  private sent: SentCall[] = [];
  private readonly asking = new AsyncLocalStorage<SentCall[]>();
  private readonly listeners: readonly Server[];
  private readonly agent: Agent;
  private readonly query: Client['query'];

  private constructor(stores: Stores, listening: readonly Listening[], agent: Agent) {
    this.settings = { ...stores.settings, ...Object.fromEntries(listening.map(({ server, url }) => [server, url])) };
    this.listeners = listening.map(({ listener }) => listener);
    this.agent = agent;
    this.query = Client.prototype.query;
  }

  static async start(stores: Stores): Promise<Recording> {
    const agent = new Agent();
    const note = (call: SentCall) => recording.sent.push(call);
    const listen = (server: HttpServer) => listenFor(server, stores.settings[server]!, agent, note);
    const recording = new Recording(
      stores,
      await Promise.all([listen('ELASTICSEARCH_URL'), listen('QDRANT_URL')]),
      agent,
    );
    recording.watchPostgres();
    return recording;
  }

  /** Returns the requests sent during `work`, in order. */
  async of<Result>(work: () => Promise<Result>): Promise<{ result: Result; calls: readonly SentCall[] }> {
    this.sent = [];
    const result = await this.asking.run(this.sent, work);
    const calls = this.sent;
    return { result, calls: calls.toSorted((a, b) => a.from - b.from) };
  }

  async close(): Promise<void> {
    Client.prototype.query = this.query;
    await this.agent.close();
    for (const listener of this.listeners) listener.close().closeAllConnections();
  }

  /** Records only the queries made by `work` itself, among all queries of this process. */
  private watchPostgres(): void {
    const { query, asking } = this;
    Client.prototype.query = function (this: Client, ...args: [string | QueryConfig]) {
      const call = { server: 'POSTGRES_URL' as const, query: args[0], from: performance.now(), to: Infinity };
      asking.getStore()?.push(call);
      const answer = Reflect.apply(query, this, args) as Promise<unknown>;
      const note = () => void (call.to = performance.now());
      answer?.then(note, note);
      return answer;
    } as Client['query'];
  }
}

interface Listening {
  readonly server: HttpServer;
  readonly listener: Server;
  readonly url: string;
}

async function listenFor(
  server: HttpServer,
  target: string,
  agent: Agent,
  note: (call: SentCall) => void,
): Promise<Listening> {
  const { origin, username, password } = new URL(target);
  const listener = createServer(
    requestListener(async (request, response) => {
      const from = performance.now();
      const call: HttpCall = {
        server,
        method: request.method!,
        path: request.url!,
        headers: endToEnd(request.headers),
        body: await buffer(request),
      };
      const answer = await send(agent, origin, call);
      const content = Buffer.from(await answer.body.arrayBuffer());
      note({ ...call, from, to: performance.now() });
      response.writeHead(answer.statusCode, endToEnd(answer.headers)).end(content);
    }),
  ).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return { server, listener, url: Object.assign(new URL(`http://127.0.0.1:${port}`), { username, password }).href };
}

/** Sends a recorded call again. */
export const send = (agent: Agent, origin: string, { method, path, headers, body }: HttpCall) =>
  agent.request({ origin, method: method as 'GET', path, headers, ...(body.length > 0 && { body }) });

/** Removes headers that belong to one connection, and the length, which is counted again. */
function endToEnd(headers: IncomingHttpHeaders): Record<string, string> {
  const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect']);
  const rest = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
  return Object.fromEntries(rest.map(([name, value]) => [name, String(value)]));
}

/** Groups calls that ran in parallel; a new wave begins after the first answer of the one before. */
export function wavesOf<Call extends Span>(calls: readonly Call[]): Call[][] {
  const waves: Call[][] = [];
  let firstAnswer = -Infinity;
  for (const call of calls) {
    if (call.from >= firstAnswer) waves.push([]);
    waves.at(-1)!.push(call);
    firstAnswer = Math.min(call.from >= firstAnswer ? Infinity : firstAnswer, call.to);
  }
  return waves;
}
