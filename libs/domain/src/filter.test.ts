import { describe, expect, it } from '@jest/globals';
import { DEMO_CHANNEL, DEMO_SOURCE, type Item, type PrincipalId } from '@cairn/contracts';
import { matchesListFilter, matchesFilter, type ListFilter } from './filter.ts';

const common = { state: 'active', channel: null, source: 'api', tags: [], timestamp: 100, createdAt: 100 };
const unbound = { validFrom: null, validTo: null, activeFrom: null, activeTo: null, knowledgeBase: null };
const about = { store: 'semantic', category: 'fact', subject: null, attribute: null };
const memory = (fields: object = {}) =>
  ({ kind: 'memory', ...common, ...unbound, ...about, ...fields }) as unknown as Item;
const message = (fields: object = {}) =>
  ({
    kind: 'message',
    ...common,
    activeTo: null,
    subchannel: null,
    sessionKey: null,
    speaker: 'Ada',
    ...fields,
  }) as unknown as Item;

const matching = (items: readonly Item[], filter: Omit<ListFilter, 'kind'>) =>
  items.map((item) => matchesListFilter({ ...filter, kind: item.kind }, item));

describe('a filter', () => {
  it('takes memories without a channel and messages of exactly its channels', () => {
    const items = [
      memory(),
      memory({ channel: 'dev' }),
      message(),
      message({ channel: 'dev' }),
      message({ channel: 'ops' }),
    ];

    expect(matching(items, { channel: 'dev' })).toEqual([true, true, false, true, false]);
    expect(matching(items, { channel: 'dev', sharedRoom: 'ops' })).toEqual([true, true, false, true, true]);
  });

  it('on a field of memories takes no message', () => {
    expect(matching([memory({ tags: ['a', 'b'] }), message()], { tags: ['a', 'c'] })).toEqual([true, false]);
    expect(matching([memory({ tags: ['a', 'b'] })], { tags: ['a', 'c'], tagMatch: 'all' })).toEqual([false]);
    expect(matching([memory({ subject: 'x' }), memory(), message()], { subject: 'x' })).toEqual([true, false, false]);
  });

  it('on a session takes all memories', () => {
    expect(matching([memory(), message({ sessionKey: 's' }), message()], { sessionKey: 's' })).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('takes archived items only when they are asked for, and deleted ones never', () => {
    const items = ['active', 'archived', 'superseded', 'deleted'].map((state) => memory({ state }));

    expect(matching(items, {})).toEqual([true, false, false, false]);
    expect(matching(items, { includeArchived: true })).toEqual([true, true, true, false]);
  });

  it('of a past moment takes what was current then', () => {
    const before = memory({ state: 'superseded', activeTo: 200 });
    const after = memory({ activeFrom: 200, timestamp: 200 });
    const at = (asOf: number) => [before, after].map((item) => matchesFilter({ kind: 'memory', asOf }, item));

    expect([at(99), at(150), at(200)]).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
  });

  it('takes memories while they are valid', () => {
    const items = [memory({ validTo: 10 }), memory({ validFrom: 10 })];

    expect(matching(items, { holdsAt: 10 })).toEqual([false, true]);
  });

  it('leaves out the invented team, unless its source alone is alike', () => {
    const items = [memory({ source: DEMO_SOURCE, channel: DEMO_CHANNEL }), memory({ source: DEMO_SOURCE }), memory()];

    expect(matching(items, { noDemo: true })).toEqual([false, true, true]);
  });
});

describe('a list', () => {
  it('of some authors has what they wrote', () => {
    const items = ['ada', 'bo'].flatMap((principalId) => [memory({ principalId }), message({ principalId })]);
    const authors = ['bo'] as unknown as PrincipalId[];

    expect(matching(items, { authors })).toEqual([false, false, true, true]);
    expect(matching(items, { authors: [] })).toEqual([true, true, true, true]);
  });

  it('leaves out what has no such field', () => {
    expect(matching([memory(), message()], { speaker: 'Ada' })).toEqual([false, true]);
    expect(matching([memory({ validTo: 5 }), memory({ validTo: 6 }), memory(), message()], { validToMs: 5 })).toEqual([
      ...[true, false, false, false],
    ]);
  });
});
