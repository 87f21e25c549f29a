import { randomUUID } from 'node:crypto';
import { describeWith, until } from '@cairn/testing';
import { RedisRequestCounts } from './redis-request-counts.ts';

describeWith('REDIS_URL', 'RedisRequestCounts', (url) => {
  const prefix = `test-${randomUUID()}:`;
  const opened: RedisRequestCounts[] = [];
  const open = (at = url) => {
    const counts = new RedisRequestCounts({ url: at, prefix });
    opened.push(counts);
    return counts;
  };
  /** Whether counts are answered; a call fails at once while there is no connection. */
  const isAnswered = (counts: RedisRequestCounts) =>
    counts.read('nobody').then(
      () => true,
      () => false,
    );
  afterAll(() => opened.forEach((counts) => counts.close()));

  it('counts what several processes add, by name, until the window ends', async () => {
    const [one, other] = [open(), open()];
    for (const counts of [one, other]) await until(() => isAnswered(counts));
    expect(await one.read('ada')).toEqual({ current: 0, ttlMs: 0 });

    await one.add('ada', 400);
    await other.add('bob', 60_000);
    const third = await other.add('ada', 400);

    expect(third.current).toBe(2);
    expect(third.ttlMs).toBeGreaterThan(0);
    expect(third.ttlMs).toBeLessThanOrEqual(400);
    expect((await one.read('ada')).current).toBe(2);
    await until(async () => (await one.read('ada')).current === 0);
    expect((await one.read('bob')).current).toBe(1);
  });

  it('fails while nobody is there to ask', async () => {
    const nobody = open('redis://127.0.0.1:1');

    for (let call = 0; call < 5; call++)
      await expect(nobody.add('ada', 1_000)).rejects.toMatchObject({ code: 'service/unavailable' });
  });
});
