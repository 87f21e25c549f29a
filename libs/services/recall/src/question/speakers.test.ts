import type { Alias } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { RankingReader } from '@cairn/ports';
import { aPrincipal } from '@cairn/testing';
import { readNames } from '@cairn/text';
import type { Aliases } from '@cairn/store';
import { otherNamesOf, Speakers } from './speakers.ts';

const anAlias = (about: Partial<Alias>): Alias => ({
  alias: 'Bob',
  speakers: ['Robert Kim'],
  origin: 'declared',
  sightings: 0,
  ...about,
});

describe('the other names in a query', () => {
  const speakers = ['Robert Kim', 'Bob Stone', 'Melanie'];

  it('are those of speakers that the scope knows, however they are written', () => {
    const aliases = [
      anAlias({ speakers: ['robert  KIM', 'Somebody Else'] }),
      anAlias({ alias: 'Eve', speakers: ['Somebody Else'] }),
      anAlias({ alias: 'Nobody', speakers: [] }),
    ];

    expect(otherNamesOf(speakers, aliases)).toEqual([{ alias: 'Bob', speakers: ['Robert Kim'] }]);
  });

  it('leave their own names to speakers, unless a person said otherwise', () => {
    const mel = anAlias({ alias: 'Mel', speakers: ['Melanie'], origin: 'learned' });

    expect(otherNamesOf(speakers, [anAlias({ origin: 'learned' }), mel])).toEqual([
      { alias: 'Mel', speakers: ['Melanie'] },
    ]);
  });
});

describe('the people whom a text may name', () => {
  const scope = scopeOf(aPrincipal());
  /** Lists as another process has them that has not heard of the newest. */
  const known = (list: readonly string[], aliases: readonly Alias[] = [], still: readonly string[] = list) =>
    new Speakers(
      {
        speakers: async () => list,
        stillSpeaking: async (_: unknown, names: readonly string[]) => names.filter((name) => still.includes(name)),
      } as unknown as RankingReader,
      { all: async () => aliases } as unknown as Aliases,
    );
  const many = Array.from({ length: 3_000 }, (_, at) => `Person${at} Family${at % 700}`);

  it('are few of very many, and all whom reading every name would find', async () => {
    const aliases = [anAlias({ speakers: ['person7 family7'] }), anAlias({ alias: 'Chief', speakers: ['Bob'] })];
    const list = [...many, 'Bob', 'Robert Kim'].sort();
    const people = known(list, aliases);

    for (const text of [
      'What did Bob say?',
      'ask Person7 and Person12',
      'Who is Chief?',
      'Nobody',
      'What did Robret say?',
    ]) {
      const found = await people.in(text, scope, undefined);

      expect(readNames(text, found.speakers, found.others)).toEqual(readNames(text, list, otherNamesOf(list, aliases)));
      expect(found.speakers.length).toBeLessThan(10);
    }
  });

  it('are not those whose last message was forgotten since the list was read', async () => {
    const aliases = [anAlias({ speakers: ['Person7 Family7'] })];
    const list = [...many, 'Bob'].sort();
    const people = known(
      list,
      aliases,
      list.filter((name) => name !== 'Person7 Family7'),
    );

    const found = await people.in('What did Person7 say, and Bob?', scope, undefined);

    expect(found.others).toEqual([]);
    expect(found.speakers).toContain('Bob');
    expect(found.speakers).not.toContain('Person7 Family7');
  });
});
