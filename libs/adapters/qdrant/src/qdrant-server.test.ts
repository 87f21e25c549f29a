import { randomBytes, randomUUID } from 'node:crypto';
import { describeWith } from '@cairn/testing';
import { QdrantClient, type Schemas } from '@qdrant/js-client-rest';
import { refusalOf } from './guarded-client.ts';

// Checks the adapter's assumptions about the server at the address: Qdrant, or the test double over its engine.
describeWith('QDRANT_URL', 'a Qdrant server', (url) => {
  const client = new QdrantClient({ url, checkCompatibility: false });
  const name = `test-${randomBytes(4).toString('hex')}`;
  const absent = `${name}-absent`;
  const config: Schemas['CreateCollection'] = { vectors: { text: { size: 3, distance: 'Dot' } } };
  const statusOf = (asked: Promise<unknown>) => asked.then(() => 200, refusalOf);
  const upsert = (id: string, version: number, more: Partial<Schemas['PointsList']> = {}) =>
    client.upsert(name, { points: [{ id, vector: { text: [1, 0, 0] }, payload: { version } }], ...more });
  const versionOf = async (id: string) => (await client.retrieve(name, { ids: [id] }))[0]?.payload?.['version'];

  beforeAll(async () => {
    await client.createCollection(name, config);
    await client.createPayloadIndex(name, { field_name: 'version', field_schema: 'integer', wait: true });
  });
  afterAll(() => client.deleteCollection(name));

  it('refuses a collection that is there, and knows none that is not', async () => {
    expect(await statusOf(client.createCollection(name, config))).toBe(409);
    expect(await statusOf(client.getCollection(absent))).toBe(404);
    expect(await statusOf(client.query(absent, { query: [1, 0, 0], using: 'text' }))).toBe(404);
    expect(await statusOf(client.upsert(absent, { points: [{ id: 1, vector: {} }] }))).toBe(404);
    await expect(client.deleteCollection(absent)).resolves.toBe(false);
  });

  it('refuses vectors of other dimensions or names, ids that are none, and limits of nothing', async () => {
    const put = (id: string, vector: Schemas['VectorStruct']) =>
      statusOf(client.upsert(name, { points: [{ id, vector }] }));

    expect(await put(randomUUID(), { text: [1, 2] })).toBe(400);
    expect(await put(randomUUID(), { other: [1, 2, 3] })).toBe(400);
    expect(await put('no-uuid', { text: [1, 2, 3] })).toBe(400);
    expect(await statusOf(client.query(name, { query: [1, 2], using: 'text' }))).toBe(400);
    expect(await statusOf(client.query(name, { query: [1, 0, 0], using: 'text', limit: 0 }))).toBe(422);
  });

  it('answers completed to a conditional upsert that changes nothing, and makes what is not there', async () => {
    const id = randomUUID();
    const older = { must: [{ key: 'version', range: { lt: 2 } }] };
    await upsert(id, 5, { update_filter: older });
    expect(await versionOf(id)).toBe(5);

    await expect(upsert(id, 2, { update_filter: older })).resolves.toMatchObject({ status: 'completed' });

    expect(await versionOf(id)).toBe(5);
  });

  it('applies a batch in its order', async () => {
    const id = randomUUID();
    const point = (version: number) => ({ id, vector: { text: [1, 0, 0] }, payload: { version } });
    const below = (version: number) => ({ filter: { must: [{ key: 'version', range: { lt: version } }] } });

    await client.batchUpdate(name, {
      operations: [{ upsert: { points: [point(1)] } }, { delete: below(2) }, { upsert: { points: [point(3)] } }],
    });

    expect(await versionOf(id)).toBe(3);
  });

  it('never finds a point without a vector, but lists it', async () => {
    const id = randomUUID();
    await client.upsert(name, { points: [{ id, vector: {}, payload: { version: 77 } }] });
    const filter = { must: [{ key: 'version', match: { value: 77 } }] };

    const { points: found } = await client.query(name, { query: [1, 0, 0], using: 'text', filter });
    const { points: listed } = await client.scroll(name, { filter });

    expect(found).toEqual([]);
    expect(listed.map((point) => point.id)).toEqual([id]);
  });
});
