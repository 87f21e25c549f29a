import { ChangeQueue } from './change-queue.ts';

/** A value that only a writer who has read its current version can change. */
class Versioned {
  version = 0;
  read = (): Promise<number> => Promise.resolve(this.version);
  change = async (version: number): Promise<number | undefined> => {
    await Promise.resolve();
    return version === this.version ? ++this.version : undefined;
  };
}

describe('ChangeQueue', () => {
  const increment = (value: Versioned) => async () => value.change(await value.read());

  it('lets all changes of one thing through, also those of other processes', async () => {
    const value = new Versioned();
    const queues = [new ChangeQueue(), new ChangeQueue(), new ChangeQueue()];

    const done = await Promise.all(Array.from({ length: 60 }, (_, at) => queues[at % 3]!.run(['a'], increment(value))));

    expect(done.toSorted((one, other) => one! - other!)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
  });

  it('does not let a change of another thing wait, and goes on after a failed one', async () => {
    const queue = new ChangeQueue();
    let release = () => {};
    const held = queue.run(['a'], () => new Promise<number>((resolve) => (release = () => resolve(1))));
    const failing = queue.run(['a'], () => Promise.reject(new Error('no')));
    const after = queue.run(['a'], () => Promise.resolve(3));

    expect(await queue.run(['b'], () => Promise.resolve(2))).toBe(2);
    release();
    expect(await held).toBe(1);
    await expect(failing).rejects.toThrow('no');
    expect(await after).toBe(3);
  });

  it('returns undefined when others are always faster', async () => {
    expect(await new ChangeQueue().run(['a'], () => Promise.resolve(undefined))).toBeUndefined();
  });

  it('refuses one more than may wait', async () => {
    const queue = new ChangeQueue();
    let release = () => {};
    const first = queue.run(['a'], () => new Promise<number>((resolve) => (release = () => resolve(1))));
    const others = Array.from({ length: 999 }, () => queue.run(['a'], () => Promise.resolve(1)));

    await expect(queue.run(['a'], () => Promise.resolve(1))).rejects.toMatchObject({ code: 'truth/overloaded' });
    release();
    await Promise.all([first, ...others]);
  });
});
