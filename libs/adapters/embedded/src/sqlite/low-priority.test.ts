import { isLowPriority, LowPrioritySearches, withLowPriority } from './low-priority.ts';

describe('searches that nobody waits for', () => {
  it('run one at a time, in their order, also behind one that fails', async () => {
    const searches = new LowPrioritySearches();
    const events: string[] = [];
    const search = (name: string, fails = false) =>
      searches.run(async () => {
        events.push(`${name} begins`);
        await Promise.resolve();
        events.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });

    const answers = await Promise.allSettled([search('one', true), search('two'), search('three')]);

    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(events).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
  });

  it('come to their turn though somebody asks all the time', async () => {
    const searches = new LowPrioritySearches();
    const asking = setInterval(() => searches.noteQuestion(), 1);
    searches.noteQuestion();

    await expect(searches.run(() => Promise.resolve('found'))).resolves.toBe('found');
    clearInterval(asking);
  });

  it('ask how many questions other threads have answered, while these are watched', async () => {
    const searches = new LowPrioritySearches();
    let looks = 0;
    const count = () => Math.min(++looks, 2);
    searches.watch(count);
    const looksOfSearch = await searches.run(() => Promise.resolve(looks));

    searches.unwatch(count);
    await searches.run(() => Promise.resolve());

    expect(looksOfSearch).toBeGreaterThanOrEqual(2);
    expect(looks).toBe(looksOfSearch);
  });
});

it('work is without hurry where it was begun so, and all that it waits for', async () => {
  const seen: boolean[] = [];
  await withLowPriority(async () => {
    await Promise.resolve();
    seen.push(isLowPriority());
  });
  seen.push(isLowPriority());

  expect(seen).toEqual([true, false]);
});
