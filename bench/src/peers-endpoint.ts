import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import type { Embedder } from '@cairn/ports';
import { requestListener } from '@cairn/testing';
import { z } from 'zod';
import type { EmbeddedKind } from './remembering-embedder.ts';

const Request = z.object({
  input: z.union([z.string().transform((text) => [text]), z.array(z.string())]),
  encoding_format: z.enum(['float', 'base64']).optional(),
});

export interface PeersEndpoint {
  /** Address up to and without `/embeddings`. */
  readonly url: string;
  /** Sets the kind of the texts from now on: documents come from the cache of vectors, the model reads each query. */
  take(kind: EmbeddedKind): void;
  close(): void;
}

/** Serves an embedding model to the systems of `bench:peers` as OpenAI's interface has it. */
export async function startPeersEndpoint(model: Embedder): Promise<PeersEndpoint> {
  let kind: EmbeddedKind = 'document';
  const server = createServer(
    requestListener(async (request, response) => {
      const { input, encoding_format: format } = Request.parse(JSON.parse(await bodyOf(request)));
      const embeddings = await model.embed(input, kind);
      const data = embeddings.map(({ vector }, index) => ({
        object: 'embedding',
        index,
        embedding: format === 'base64' ? base64Of(vector) : [...vector],
      }));
      const body = { object: 'list', model: model.modelId, data, usage: { prompt_tokens: 0, total_tokens: 0 } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    take: (next) => void (kind = next),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const base64Of = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
