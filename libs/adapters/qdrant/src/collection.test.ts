import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { scopeOf } from '@cairn/domain';
import { aMessage, aPrincipal, manyVectors } from '@cairn/testing';
import { collectionConfig, collectionName, payloadIndexes } from './collection-shape.ts';
import { QdrantVectorIndex } from './qdrant-vector-index.ts';

describe('a collection', () => {
  const shape = { prefix: 'p', generation: 4, modelId: 'm', dims: 48 };
  const [vector] = manyVectors(1) as [Float32Array];
  const described = {
    config: { params: { vectors: { text: { size: 48, distance: 'Dot' } } } },
    payload_schema: Object.fromEntries(Object.keys(payloadIndexes).map((field) => [field, {}])),
  };
  let server: Server;
  let written: unknown;

  /** Starts a server with a collection, whose answers to writes the test determines. */
  beforeEach(async () => {
    server = createServer((request, response) => {
      const result = request.method === 'GET' ? described : written;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ result, status: 'ok' }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterEach(() => stop());

  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const open = () =>
    new QdrantVectorIndex({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...shape });

  it.each(['wait_timeout', 'acknowledged'])('takes %s for not written', async (status) => {
    written = [{ status: 'completed' }, { status }];

    await expect(open().upsert(aMessage(), [vector])).rejects.toMatchObject({
      code: 'index/unavailable',
      message: `Qdrant has not written points yet: ${status}.`,
    });
  });

  it('is unavailable, and not ready, while the server is away', async () => {
    const index = open();
    await expect(index.health()).resolves.toEqual({ ready: true });
    stop();

    const scope = scopeOf(aPrincipal());
    await expect(index.search(scope, { modelId: shape.modelId, vector }, { kind: 'message' }, 5)).rejects.toMatchObject(
      {
        code: 'index/unavailable',
      },
    );
    await expect(index.upsert(aMessage(), [vector])).rejects.toMatchObject({ code: 'index/unavailable' });
    await expect(index.health()).resolves.toMatchObject({ ready: false });
  });

  it('is made with as many copies as were asked for, most of which have a write before it is answered', () => {
    expect(collectionConfig(shape)).not.toHaveProperty('replication_factor');
    expect(collectionConfig({ ...shape, replicas: 3 })).toMatchObject({
      replication_factor: 3,
      write_consistency_factor: 2,
    });
  });

  it('has a name that says what it is for, whatever the model is called', () => {
    expect(collectionName({ ...shape, modelId: 'Xenova/all-MiniLM-L6-v2@q8:mean' })).toBe(
      'p-vectors-g4-l2-xenova-all-minilm-l6-v2-q8-mean-48',
    );
    expect(collectionName({ ...shape, modelId: 'm'.repeat(900) }).length).toBeLessThan(200);
  });
});
