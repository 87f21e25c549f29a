import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The server's answer to one `_bulk`: a status for each document, one for the whole request, or none at all. */
export type BulkBehaviour = (documents: number) => number[] | { readonly status: number } | 'silence';

/** A server with Elasticsearch's exact answers in states that are hard to cause: too busy, refusing an item, hanging. */
export class FailingServer {
  /** The number of documents in each `_bulk`, in order. */
  readonly bulks: number[] = [];
  /** The number of searches in each `_msearch`, in order. */
  readonly searches: number[] = [];
  /** The number of created indexes. */
  made = 0;
  /** Whether the server refuses to create an index, like a cluster at its limit of shards. */
  isFull: (index: string) => boolean = () => false;
  /** Whether the indexes of the server have no shard to search, as for a moment after their creation. */
  isWithoutShards = false;
  /** Whether the server accepts requests and answers nothing. */
  isFrozen = false;
  behaviour: BulkBehaviour = (documents) => Array.from({ length: documents }, () => 201);
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
  }

  static async open(): Promise<FailingServer> {
    const server = createServer();
    const failing = new FailingServer(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => failing.answer(request.method + ' ' + request.url, body, response));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return failing;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private answer(call: string, body: string, response: ServerResponse): void {
    if (this.isFrozen) return;
    if (call === 'HEAD /') return send(response, 200, undefined);
    if (call.startsWith('HEAD')) return send(response, 404, undefined);
    if (call.startsWith('PUT')) {
      if (this.isFull(call)) return send(response, 400, SHARD_LIMIT);
      this.made++;
      return send(response, 200, { acknowledged: true });
    }
    const documents = body.trim().split('\n').length / 2;
    if (call.includes('_msearch')) this.searches.push(documents);
    if (this.isWithoutShards)
      return send(response, 200, { responses: Array.from({ length: documents }, () => NO_SHARDS) });
    this.bulks.push(documents);
    const does = this.behaviour(documents);
    if (does === 'silence') return;
    if (!Array.isArray(does))
      return send(response, does.status, { error: { type: 'es_rejected_execution_exception' } });
    send(response, 200, { items: does.map((status) => ({ index: { status } })) });
  }
}

const NO_SHARDS = { error: { type: 'search_phase_execution_exception', reason: 'all shards failed' }, status: 503 };

const SHARD_LIMIT = {
  error: {
    type: 'validation_exception',
    reason:
      'Validation Failed: 1: this action would add [1] shards, but this cluster currently has [1000]/[1000] maximum normal shards open;',
  },
  status: 400,
};

function send(response: ServerResponse, status: number, body: unknown): void {
  const headers = { 'content-type': 'application/vnd.elasticsearch+json', 'x-elastic-product': 'Elasticsearch' };
  response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
}
