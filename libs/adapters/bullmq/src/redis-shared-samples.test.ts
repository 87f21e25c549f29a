import { randomUUID } from 'node:crypto';
import { HEALTH_SLOT_MS } from '@cairn/contracts';
import { describeWith, until } from '@cairn/testing';
import { RedisSharedSamples } from './redis-shared-samples.ts';

describeWith('REDIS_URL', 'RedisSharedSamples', (url) => {
  const opened: RedisSharedSamples[] = [];
  const open = (prefix: string, at = url) => {
    const shared = new RedisSharedSamples({ url: at, prefix });
    opened.push(shared);
    return shared;
  };
  const isAnswered = (shared: RedisSharedSamples) =>
    shared.read().then(
      () => true,
      () => false,
    );
  const samplesOf = (process: string, writes: number) => ({
    ...{ process, since: 1 },
    slots: [{ at: HEALTH_SLOT_MS, writes, recalls: 0, recallP95Ms: null, lateHooks: 0, waiting: null }],
  });
  afterAll(() => opened.forEach((shared) => shared.close()));

  it('has the latest samples of each process of an installation, and of no other', async () => {
    const prefix = `{test-${randomUUID()}}`;
    const [one, other, foreign] = [open(prefix), open(prefix), open(`${prefix}-other`)];
    for (const shared of [one, other, foreign]) await until(() => isAnswered(shared));
    expect(await one.read()).toEqual([]);

    await one.share(samplesOf('a:1', 1));
    await other.share(samplesOf('b:1', 5));
    await one.share(samplesOf('a:1', 2));

    const read = await other.read();
    expect(read.toSorted((a, b) => a.process.localeCompare(b.process))).toEqual([
      samplesOf('a:1', 2),
      samplesOf('b:1', 5),
    ]);
    expect(await foreign.read()).toEqual([]);
  });

  it('fails while nobody is there to ask', async () => {
    const nobody = open('{nobody}', 'redis://127.0.0.1:1');

    await expect(nobody.share(samplesOf('a:1', 1))).rejects.toMatchObject({ code: 'service/unavailable' });
    await expect(nobody.read()).rejects.toMatchObject({ code: 'service/unavailable' });
  });
});
