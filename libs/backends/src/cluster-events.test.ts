import { subscriptions } from '@cairn/contracts';
import { subscriptionsWith } from './cluster-events.ts';

const concurrencyOf = (all: readonly { subscriber: string; concurrency: number }[], wanted: string) =>
  new Set(all.filter(({ subscriber }) => subscriber === wanted).map(({ concurrency }) => concurrency));

describe('The number of events that a process handles at the same time', () => {
  it('is that of the setting for words and vectors, and that of the catalog for all others', () => {
    const all = subscriptionsWith(128);

    expect(concurrencyOf(all, 'words')).toEqual(new Set([128]));
    expect(concurrencyOf(all, 'vectors')).toEqual(new Set([32]));
    const others = subscriptions.filter(({ subscriber }) => !['words', 'vectors'].includes(subscriber));
    expect(others.map(({ subscriber }) => subscriber)).toEqual(expect.arrayContaining(['links', 'removal', 'graph']));
    expect(all).toEqual(expect.arrayContaining(others));
  });

  it('is that of the catalog where nothing is set', () => {
    expect(subscriptionsWith(undefined)).toEqual(subscriptions);
  });
});
