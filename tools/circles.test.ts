import { circlesOf } from './circles.ts';

const edges = (text: string) => text.split(' ').map((pair) => ({ from: pair[0] ?? '', to: pair[1] ?? '' }));

describe('circlesOf', () => {
  it('finds no circle where two ways lead to one node', () => {
    expect(circlesOf(edges('ab ac bd cd'))).toEqual([]);
  });

  it('finds a circle behind other nodes, and none that only leads to it', () => {
    expect(circlesOf(edges('ab bc cd db xd'))).toEqual([['b', 'c', 'd']]);
  });

  it('finds two circles apart, and joins two that share a node', () => {
    expect(circlesOf(edges('ab ba cd dc'))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(circlesOf(edges('ab ba bc cb'))).toEqual([['a', 'b', 'c']]);
  });
});
