import { execFileSync } from 'node:child_process';
import { embedderContract } from '@cairn/testing';
import { BundledEmbedder } from './bundled-embedder.ts';
import { cosineOf } from './self-test.ts';

async function opened() {
  const embedder = new BundledEmbedder();
  return { embedder, close: () => embedder.close() };
}

embedderContract('all-MiniLM-L6-v2, bundled', opened, { hasTokens: true });

describe('bundled embedder', () => {
  let embedder: BundledEmbedder;

  beforeAll(async () => {
    embedder = new BundledEmbedder();
    await embedder.warmUp();
  });

  afterAll(async () => embedder.close());

  const similarity = async (left: string, right: string): Promise<number> => {
    const [one, other] = await embedder.embed([left, right], 'document');
    return cosineOf(one!.vector, other!.vector);
  };

  it('names weights, numeric form, pooling and preparation', () => {
    expect(embedder.modelId).toMatch(/^minilm-l6-v2@f20d0d47\/(int8s|int8u|fp32)\/mean\/v1$/);
  });

  it.each([
    ['We postponed the release.', 'The launch was put off.', 'My cat sleeps all day.'],
    ['How do I reset my password?', 'I forgot my login credentials.', 'The train leaves at nine.'],
    ['The database ran out of disk space.', 'Storage on the DB server is full.', 'Anna likes hiking in the Alps.'],
  ])('puts a paraphrase nearer than something else: %s', async (text, paraphrase, other) => {
    expect(await similarity(text, paraphrase)).toBeGreaterThan((await similarity(text, other)) + 0.2);
  });

  it('reads canonically equal texts alike', async () => {
    expect(await similarity('Zo\u00eb at the caf\u00e9', 'Zoe\u0308 at the cafe\u0301')).toBeCloseTo(1, 6);
  });

  it('gives the same bits with more threads', async () => {
    const wide = new BundledEmbedder({ intraOpNumThreads: 2 });
    const text = 'The second worker had not renewed its lease, so both of them wrote the same rows.';

    const [one] = await embedder.embed([text], 'document');
    const [two] = await wide.embed([text], 'document');
    await wide.close();

    expect(Array.from(two!.vector)).toEqual(Array.from(one!.vector));
  });

  it('gives nearly the same vectors in every numeric form, and says which form it is', async () => {
    const floats = new BundledEmbedder({ forms: ['fp32'] });
    const unsigned = new BundledEmbedder({ forms: ['int8u'] });
    const text = 'Who decided that we keep the queue in Redis?';

    const vectorIn = async (each: BundledEmbedder) => (await each.embed([text], 'query'))[0]!.vector;
    const [signedBytes, floating, bytes] = await Promise.all([
      vectorIn(embedder),
      vectorIn(floats),
      vectorIn(unsigned),
    ]);
    await Promise.all([floats.close(), unsigned.close()]);

    expect(floats.modelId).toContain('/fp32/');
    expect(unsigned.modelId).toContain('/int8u/');
    expect(cosineOf(signedBytes, floating)).toBeGreaterThan(0.97);
    expect(cosineOf(bytes, floating)).toBeGreaterThan(0.97);
  });

  it('gives nearly the same vectors on WebAssembly, under the same name', async () => {
    const everywhere = new BundledEmbedder({ engines: ['wasm'] });
    const texts = ['Who decided that we keep the queue in Redis?', 'The release waits for the audit. '.repeat(30)];

    const native = await embedder.embed(texts, 'document');
    const portable = await everywhere.embed(texts, 'document');
    await everywhere.close();

    expect(everywhere.modelId).toBe(embedder.modelId);
    for (const [at, { vector }] of portable.entries())
      expect(cosineOf(vector, native[at]!.vector)).toBeGreaterThan(0.999);
  });

  it('runs on WebAssembly where the native code does not load, and says so', () => {
    const answer = inAProcess(
      `const embedder = new BundledEmbedder();
      const [{ vector }] = await embedder.embed(['still here?'], 'query');
      console.log(JSON.stringify([vector.length, await embedder.health()]));`,
      { without: 'onnxruntime-node' },
    );

    expect(JSON.parse(answer)).toEqual([384, { ready: true, note: expect.stringMatching(/wasm.*not for musl/) }]);
  });

  it('is away, with the reasons, where nothing that computes it loads', () => {
    const answer = inAProcess(`console.log(JSON.stringify(await new BundledEmbedder().health()));`, {
      without: 'onnxruntime-',
    });

    const reasons = /does not run on this system \(native: not for musl; wasm: not for musl\)/;
    expect(JSON.parse(answer)).toEqual({ ready: false, problem: expect.stringMatching(reasons) });
  });

  it('lets queries overtake documents, and still finishes these', async () => {
    const finished: string[] = [];
    const documents = Array.from({ length: 60 }, (_, at) => `document ${at} about the migration of the old invoices`);
    const bulk = documents.map((text) => embedder.embed([text], 'document').then(() => finished.push('document')));

    await embedder.embed(['who migrates the invoices?'], 'query').then(() => finished.push('query'));
    await Promise.all(bulk);

    expect(finished.indexOf('query')).toBeLessThan(20);
    expect(finished).toHaveLength(61);
  });

  it('counts the tokens that it would read', async () => {
    expect(embedder.countTokens('deploy freeze on Friday')).toBe(6);
    const fits = 'word '.repeat(254);
    const [whole, cut] = await embedder.embed([fits, `${fits} more`], 'document');
    expect([embedder.countTokens(fits), whole!.truncated]).toEqual([256, false]);
    expect([embedder.countTokens(`${fits} more`), cut!.truncated]).toEqual([257, true]);
  });

  it('starts its thread again after a crash, in the midst of work too', () => {
    const answer = inAProcess(`
      const workers = [];
      process.on('worker', (worker) => workers.push(worker));
      const embedder = new BundledEmbedder();
      const [before] = await embedder.embed(['still here?'], 'query');
      const interrupted = embedder.embed(['many words '.repeat(100)], 'document').catch((error) => error.code);
      await workers[0].terminate();
      const [after] = await embedder.embed(['still here?'], 'query');
      const same = before.vector.every((value, at) => value === after.vector[at]);
      console.log(JSON.stringify([await interrupted, workers.length, same]));`);

    expect(JSON.parse(answer)).toEqual(['embedder/unavailable', 2, true]);
  });

  it('refuses as unavailable once it is closed', async () => {
    const closed = new BundledEmbedder();
    await closed.close();

    await expect(closed.embed(['hello'], 'query')).rejects.toMatchObject({ code: 'embedder/unavailable', retry: true });
    expect(await closed.health()).toMatchObject({ ready: false });
  });

  it('does not keep a process alive', () => {
    const answer = inAProcess(`console.log((await new BundledEmbedder().embed(['hello'], 'query')).length);`);

    expect(answer).toBe('1');
  });
});

/** Runs a script as a module in a process, which must end by itself. Returns its output. */
function inAProcess(script: string, { without }: { without?: string } = {}): string {
  const module = JSON.stringify(new URL('./bundled-embedder.ts', import.meta.url).href);
  const source = `const { BundledEmbedder } = await import(${module});\n${script}`;
  const env = { ...process.env, ...(without && { NODE_OPTIONS: `--import=${hiding(without)}` }) };
  return execFileSync(process.execPath, ['--input-type=module', '-e', source], { timeout: 60_000, env })
    .toString()
    .trim();
}

/** A module that makes packages fail to load in a process and its threads, as on a system without builds of them. */
function hiding(packages: string): string {
  const source = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('${packages}')) throw new Error('not for musl');
      return next(name, context);
    } });`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
