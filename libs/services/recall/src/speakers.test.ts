import type { Alias } from '@cairn/contracts';
import { otherNamesOf } from './speakers.ts';

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
