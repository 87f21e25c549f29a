import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as a collector receives it. */
interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Absent or empty for the first span of a trace. */
  readonly parentSpanId?: string;
}

export interface TraceCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Every request body as received. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[] }[];
}

/** An OpenTelemetry collector for tests: receives OTLP as JSON over HTTP, and stores it. */
export async function traceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const received: string[] = [];
  const keep = async (request: IncomingMessage) => {
    const body = await text(request);
    received.push(body);
    spans.push(...spansOf(JSON.parse(body) as Export));
  };
  const server = createServer((request, response) => void keep(request).then(() => response.end('{}')));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return { url: `http://127.0.0.1:${port}`, spans, received, close };
}

const spansOf = ({ resourceSpans }: Export) =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
