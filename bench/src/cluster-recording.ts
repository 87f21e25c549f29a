import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Client, type QueryConfig } from 'pg';
import { Agent } from 'undici';
import type { Stores } from './cluster-stores.ts';

export type HttpServer = 'ELASTICSEARCH_URL' | 'QDRANT_URL';

export interface HttpCall {
  readonly server: HttpServer;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface PostgresCall {
  readonly server: 'POSTGRES_URL';
  readonly query: string | QueryConfig;
}

export interface Span {
  /** Milliseconds of one clock; `to` is infinite until it is answered. */
  readonly from: number;
  readonly to: number;
}

/** One request that an adapter sent to its server, and when. */
export type SentCall = (HttpCall | PostgresCall) & Span;

/**
 * Writes down every request to the servers: HTTP ones pass through a listener here, Postgres's are seen on their way into
 * the driver. What is recorded is sent again later, without any code of ours around it.
 */
export class Recording {
  /** The stores' settings, by way of the listeners. */
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

  /** What was sent while the work was done, in the order of sending. */
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

  /** Records only the queries that the work itself makes, among all queries of this process. */
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
  const listener = createServer(async (request, response) => {
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
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return { server, listener, url: Object.assign(new URL(`http://127.0.0.1:${port}`), { username, password }).href };
}

/** Sends a call as it was sent, whoever sends it. */
export const send = (agent: Agent, origin: string, { method, path, headers, body }: HttpCall) =>
  agent.request({ origin, method: method as 'GET', path, headers, ...(body.length > 0 && { body }) });

/** What is said of one connection is not said of the next, and a length is counted anew. */
function endToEnd(headers: IncomingHttpHeaders): Record<string, string> {
  const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect']);
  const rest = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
  return Object.fromEntries(rest.map(([name, value]) => [name, String(value)]));
}

/** Calls that were under way together; a wave began when the one before it had its first answer. */
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
