import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { embedderContract } from '@cairn/testing';
import { OpenAiEmbedder, type OpenAiEmbedderOptions } from './openai-embedder.ts';

const DIMS = 8;

type Respond = (
  request: { input: string[]; model: string },
  response: ServerResponse,
  headers: IncomingMessage['headers'],
) => void;

/** A vector that depends only on the text. */
function vectorOf(text: string): number[] {
  const vector = Array.from({ length: DIMS }, (_, at) => Math.sin(at + 1));
  Array.from(text).forEach((character, at) => (vector[at % DIMS]! += character.codePointAt(0)! * Math.cos(at)));
  return vector;
}

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const answerWith = (change: (data: { index: number; embedding: unknown }[]) => unknown[]): Respond => {
  return ({ input }, response) => {
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text) as unknown }));
    json(response, { object: 'list', data: change(data) });
  };
};

const sound = answerWith((data) => data);

/** A server that answers request n by the nth function, and all later ones by the last. */
async function serving(...ways: Respond[]) {
  const requests: { input: string[]; model: string; authorization: string | undefined; at: number }[] = [];
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((raw) => {
      const body = JSON.parse(raw) as { input: string[]; model: string };
      requests.push({ ...body, authorization: request.headers.authorization, at: Date.now() });
      ways[Math.min(requests.length, ways.length) - 1]!(body, response, request.headers);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { baseUrl, requests, close };
}

const options = { model: 'test-embed', dims: DIMS, apiKey: 'sk-secret', timeoutMs: 2_000 };

embedderContract(
  'OpenAI-compatible endpoint',
  async () => {
    const { baseUrl, close } = await serving(sound);
    return { embedder: new OpenAiEmbedder({ ...options, baseUrl, batchSize: 3 }), close };
  },
  { hasTokens: false },
);

describe('OpenAI-compatible embedder', () => {
  let close: (() => Promise<void>) | undefined;

  afterEach(async () => {
    await close?.();
    close = undefined;
  });

  const against = async (ways: Respond[], more: Partial<OpenAiEmbedderOptions> = {}) => {
    const server = await serving(...ways);
    close = server.close;
    return { ...server, embedder: new OpenAiEmbedder({ ...options, baseUrl: server.baseUrl, ...more }) };
  };

  const status = (code: number, headers: Record<string, string> = {}, body = '{}'): Respond => {
    return (_, response) => void response.writeHead(code, headers).end(body);
  };

  it('sends model, key and prefix, in batches', async () => {
    const { embedder, requests } = await against([sound], { queryPrefix: 'query: ', batchSize: 2 });

    await embedder.embed(['a', 'b', 'c'], 'query');

    expect(requests.map(({ input }) => input).sort()).toEqual([['query: a', 'query: b'], ['query: c']]);
    expect(requests[0]).toMatchObject({ model: 'test-embed', authorization: 'Bearer sk-secret' });
  });

  it('comes back after 429, not before Retry-After says', async () => {
    const { embedder, requests } = await against([status(429, { 'retry-after': '1' }), sound]);

    const [embedding] = await embedder.embed(['hello'], 'query');

    expect(embedding!.vector).toHaveLength(DIMS);
    expect(requests[1]!.at - requests[0]!.at).toBeGreaterThanOrEqual(950);
  });

  it('gives up after its attempts, and is ready again when the server is', async () => {
    const { embedder, requests } = await against([status(500), status(503), status(500), sound]);

    await expect(embedder.embed(['hello'], 'query')).rejects.toMatchObject({ code: 'embedder/unavailable' });
    expect(requests).toHaveLength(3);
    expect(await embedder.health()).toEqual({ ready: true });
  });

  it('does not wait for a server that wants an hour', async () => {
    const { embedder, requests } = await against([status(429, { 'retry-after': '3600' })]);

    await expect(embedder.embed(['hello'], 'query')).rejects.toMatchObject({ code: 'embedder/unavailable' });
    expect(requests).toHaveLength(1);
  });

  it('waits no longer than its time limit', async () => {
    // A timeout long enough for the stub to receive the request on a busy machine.
    const { embedder, requests } = await against([() => undefined], { timeoutMs: 1000 });

    await expect(embedder.embed(['hello'], 'query')).rejects.toMatchObject({
      code: 'embedder/unavailable',
      message: expect.stringContaining('1000 ms'),
    });
    expect(requests).toHaveLength(1);
  });

  it('is unavailable when nobody listens', async () => {
    const server = await serving(sound);
    await server.close();
    const embedder = new OpenAiEmbedder({ ...options, baseUrl: server.baseUrl, attemptsMax: 2 });

    await expect(embedder.embed(['hello'], 'query')).rejects.toMatchObject({ code: 'embedder/unavailable' });
    expect(await embedder.health()).toMatchObject({ ready: false });
  });

  it("keeps what the server said, cut and without the key, out of the caller's message", async () => {
    const { embedder, requests } = await against([status(401, {}, `bad key sk-secret ${'x'.repeat(5_000)}`)]);

    const error = await embedder
      .embed(['hello'], 'query')
      .catch((thrown: unknown) => thrown as Error & { cause: Error });

    expect(requests).toHaveLength(1);
    expect((error as Error).message).toContain('401');
    expect((error as { cause: Error }).cause.message).toMatch(/^bad key \[key\] x+$/);
    expect((error as { cause: Error }).cause.message.length).toBeLessThanOrEqual(500);
    expect(String(error) + String((error as Error).cause)).not.toContain('sk-secret');
  });

  it('follows no redirect', async () => {
    const { embedder, requests } = await against([status(307, { location: '/elsewhere' }), sound]);

    await expect(embedder.embed(['hello'], 'query')).rejects.toMatchObject({ code: 'embedder/unavailable' });
    expect(requests).toHaveLength(1);
  });

  it('puts a reordered answer in order', async () => {
    const { embedder } = await against([sound, answerWith((data) => data.reverse())]);
    const texts = ['one', 'two', 'three'];

    const straight = await embedder.embed(texts, 'document');
    const reordered = await embedder.embed(texts, 'document');

    expect(reordered).toEqual(straight);
  });

  it.each<[string, Respond]>([
    ['too few vectors', answerWith((data) => data.slice(1))],
    ['too few vectors, numbered anew', answerWith(([first]) => [first])],
    ['a vector twice', answerWith(([first]) => [first, first])],
    ['other dimensions', answerWith((data) => data.map((entry) => ({ ...entry, embedding: [1, 2] })))],
    ['null for NaN', answerWith((data) => data.map((entry) => ({ ...entry, embedding: [null, 1, 1, 1, 1, 1, 1, 1] })))],
    ['a zero vector', answerWith((data) => data.map((entry) => ({ ...entry, embedding: Array(DIMS).fill(0) })))],
    ['an HTML page', (_, response) => void response.end('<!doctype html><title>Welcome</title>')],
    ['an error with status 200', (_, response) => json(response, { error: { message: 'model not found' } })],
  ])('refuses %s', async (_, way) => {
    const { embedder } = await against([way]);

    await expect(embedder.embed(['one', 'two'], 'document')).rejects.toMatchObject({ code: 'embedder/broken-answer' });
  });

  it('sends no more requests at once than it may', async () => {
    let open = 0;
    let most = 0;
    const slow: Respond = (request, response, headers) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        sound(request, response, headers);
      }, 20);
    };
    const { embedder } = await against([slow], { concurrency: 2, batchSize: 1 });

    await Promise.all([embedder.embed(['a', 'b', 'c'], 'document'), embedder.embed(['d', 'e', 'f'], 'document')]);

    expect(most).toBe(2);
  });

  it('counts a dense script by characters', () => {
    const embedder = new OpenAiEmbedder({ ...options, baseUrl: 'http://localhost' });

    expect(embedder.countTokens('abcdefgh')).toBe(2);
    expect(embedder.countTokens('東京タワー')).toBe(5);
  });

  it('says what its cosines mean as its card does, spread in proportion', () => {
    const card = { cosineNone: 0.7, cosineFull: 0.88 };

    const { scale } = new OpenAiEmbedder({ ...options, baseUrl: 'http://a', ...card });

    expect(scale).toMatchObject(card);
    expect(scale.cosineSpread).toBeCloseTo(0.03);
  });

  it('names model, dimensions and preparation in its id', () => {
    const plain = new OpenAiEmbedder({ ...options, baseUrl: 'http://a' });
    const elsewhere = new OpenAiEmbedder({ ...options, baseUrl: 'http://b', apiKey: 'other' });
    const prefixed = new OpenAiEmbedder({ ...options, baseUrl: 'http://a', documentPrefix: 'passage: ' });

    expect(plain.provider).toBe('openai');
    expect(plain.modelId).toContain('test-embed/8');
    expect(elsewhere.modelId).toBe(plain.modelId);
    expect(prefixed.modelId).not.toBe(plain.modelId);
  });
});
