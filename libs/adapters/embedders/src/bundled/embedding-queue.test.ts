import { EmbeddingQueue, type WaitingText } from './embedding-queue.ts';

const text = (name: string, tokens = 10): WaitingText & { name: string } => ({
  name,
  ids: Array<number>(tokens).fill(7),
});
const names = (group: readonly { name: string }[]): string[] => group.map(({ name }) => name);

describe('embedding queue', () => {
  it('gives queries first, then documents in groups that fit', () => {
    const queue = new EmbeddingQueue<ReturnType<typeof text>>(25);
    for (const name of ['a', 'b', 'c']) queue.add('document', text(name));
    queue.add('query', text('q'));

    expect(names(queue.next())).toEqual(['q']);
    expect(names(queue.next())).toEqual(['a', 'b']);
    expect(names(queue.next())).toEqual(['c']);
    expect(queue.next()).toEqual([]);
  });

  it('takes a text that is longer than a group by itself', () => {
    const queue = new EmbeddingQueue<ReturnType<typeof text>>(25);
    queue.add('document', text('long', 200));
    queue.add('document', text('short'));

    expect(names(queue.next())).toEqual(['long']);
    expect(names(queue.next())).toEqual(['short']);
  });

  it('lets a document through after sixteen groups of queries', () => {
    const queue = new EmbeddingQueue<ReturnType<typeof text>>(5);
    queue.add('document', text('document'));
    for (let at = 0; at < 40; at++) queue.add('query', text('query'));

    const order = Array.from({ length: 41 }, () => names(queue.next())[0]);

    expect(order.indexOf('document')).toBe(16);
    expect(order.filter((name) => name === 'query')).toHaveLength(40);
  });
});
