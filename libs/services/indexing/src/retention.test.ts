import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedTextIndex, SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { CairnError, type IndexTarget } from '@cairn/contracts';
import { GenerationIndexes, type GenerationIndex } from '@cairn/ports';
import { allOf, aMessage, aNewMessage, aPrincipal, SettableClock } from '@cairn/testing';
import { maintenance, callsOf } from '@cairn/store';
import { Retention } from './retention.ts';

const DAY_MS = 86_400_000;
const ada = aPrincipal();

class WordsOnly extends GenerationIndexes {
  readonly staleMs = 0;
  private readonly words: EmbeddedTextIndex;

  constructor(words: EmbeddedTextIndex) {
    super();
    this.words = words;
  }

  async written<Target extends IndexTarget>(target: Target): Promise<readonly GenerationIndex<Target>[]> {
    if (target === 'words') return [{ index: this.words }] as unknown as GenerationIndex<Target>[];
    throw new CairnError('index/unavailable', 'Qdrant is away');
  }

  of = () => this.words as never;
  drop = async () => undefined;
}

describe('Retention', () => {
  /** Indexes note the time by the machine's clock. */
  const clock = new SettableClock(Date.now());
  let dataDir: string;
  let threads: SqliteThreads;
  let words: EmbeddedTextIndex;
  let truth: SqliteTruth;
  let retention: Retention;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cairn-retention-'));
    threads = await SqliteThreads.open({ dataDir, readers: 1, clock });
    words = new EmbeddedTextIndex(threads);
    truth = new SqliteTruth({ threads, clock });
    retention = new Retention(
      callsOf(maintenance, new SqliteStore({ threads, clock })),
      new WordsOnly(words),
      { days: 7 },
      clock,
    );
    retention['logger'].warn = () => {};
  });
  afterEach(async () => {
    await threads.close();
    await rm(dataDir, { recursive: true });
  });

  const write = async (key: string) => (await truth.write(ada, [aNewMessage()], { key, requestHash: 'hash' }))[0]!.id;

  it('lets go of keys and removals after so many days, and of what one index refuses later', async () => {
    const message = aMessage({ orgId: ada.orgId });
    await words.remove(message.orgId, message.kind, message.id, 2);
    const known = async () => (await allOf(words.entries(ada.orgId))).some(({ id }) => id === message.id);
    const first = await write('one');

    clock.advance(7 * DAY_MS - 60_000);
    await retention.run();
    const before = [await known(), await write('one')];
    clock.advance(120_000);
    await retention.run();

    expect(before).toEqual([true, first]);
    expect(await known()).toBe(false);
    expect(await write('one')).not.toBe(first);
  });

  it('lets go of more keys than go at once', async () => {
    const items = Array.from({ length: 1_001 }, (_, at) => String(at));
    await Promise.all(items.map(write));
    clock.advance(8 * DAY_MS);

    await retention.run();

    expect(
      await callsOf(maintenance, new SqliteStore({ threads, clock })).forgetIdempotency({ olderThanMs: 0, limit: 10 }),
    ).toBe(0);
  });
});
