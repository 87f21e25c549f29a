import { EmbeddingQueue, type WaitingText } from './embedding-queue.ts';

const text = (name: string, tokens = 10): WaitingText & { name: string } => ({
  name,
  ids: Array<number>(tokens).fill(7),
});
const names = (group: readonly { name: string }[]): string[] => group.map(({ name }) => name);

describe('embedding queue', () => {
  it('gives queries first, then documents in groups that fit', () => {
    const queue = new EmbeddingQueue<ReturnType<typeof text>>(25);
    queue.add(
      'document',
      ['a', 'b', 'c'].map((name) => text(name)),
    );
    queue.add('query', [text('q')]);

    expect(names(queue.next())).toEqual(['q']);
    expect(names(queue.next())).toEqual(['a', 'b']);
    expect(names(queue.next())).toEqual(['c']);
    expect(queue.next()).toEqual([]);
  });

  it('takes a text that is longer than a group by itself', () => {
    const queue = new EmbeddingQueue<ReturnType<typeof text>>(25);
    queue.add('document', [text('long', 200)]);
    queue.add('document', [text('short')]);

    expect(names(queue.next())).toEqual(['long']);
    expect(names(queue.next())).toEqual(['short']);
  });

  it('lets a document through after sixteen groups of queries', () => {
    const queue = new EmbeddingQueue<ReturnType<typeof text>>(5);
    queue.add('document', [text('document')]);
    for (let at = 0; at < 40; at++) queue.add('query', [text('query')]);

    const order = Array.from({ length: 41 }, () => names(queue.next())[0]);

    expect(order.indexOf('document')).toBe(16);
    expect(order.filter((name) => name === 'query')).toHaveLength(40);
  });

  it('takes what little a call has left before the many texts of another, which go on all the same', () => {
    const queue = new EmbeddingQueue<ReturnType<typeof text>>(10);
    queue.add(
      'document',
      Array.from({ length: 30 }, (_, at) => text(`book ${at}`)),
    );
    const order = [names(queue.next())[0]];
    for (let at = 0; at < 8; at++) queue.add('document', [text(`note ${at}`)]);

    order.push(...Array.from({ length: 37 }, () => names(queue.next())[0]));

    expect(order.slice(0, 5)).toEqual(['book 0', 'note 0', 'note 1', 'book 1', 'note 2']);
    expect(order.indexOf('note 7')).toBeLessThan(12);
    expect(order.at(-1)).toBe('book 29');
    expect(queue.size).toBe(0);
  });
});
