import * as fc from 'fast-check';
import { callsIn, findCalledSpeakers } from './calls.ts';

describe('callsIn', () => {
  test.each<[string, string[]]>([
    ['Hey Mel, how are you?', ['Mel']],
    ['Thanks, Joanna! That helps.', ['Joanna']],
    ['It was fun. Wow, Mel! Look at that.', ['Mel']],
    ['How was your weekend, Mel?', ['Mel']],
    ['thank you so much, Mel.', ['Mel']],
    ['Hey, Mel!', ['Mel']],
    ['hey mel, how are you?', []],
    ['Hey Mel Gibson is on', []],
    ['Hi there, how are you?', []],
    ['Thanks, Mom!', []],
    ['Good morning, Monday!', []],
    ['I saw Ann, Mel, and Bob.', []],
    ['Hallo Mel, wie geht es dir', []],
    ['', []],
  ])('hears in %p the listener called %j', (text, names) => {
    expect(callsIn(text)).toEqual(names.map((name) => ({ name, who: 'listener' })));
  });

  test.each<[string, string[]]>([
    ['You can call me Mel.', ['Mel']],
    ['Nice to meet you. Call me Mel.', ['Mel']],
    ['Call me, Mel.', []],
    ["I'm Robert, Bob for short.", ['Bob']],
    ['My friends call me Robby, by the way', ['Robby']],
    ['Everyone calls me Bob', ['Bob']],
    ['I go by Bob.', ['Bob']],
    ['Please call me Tuesday.', []],
    ['please call me back', []],
    ['He can call me Mel.', []],
    ['just call me crazy', []],
  ])('hears in %p the speaker called %j', (text, names) => {
    expect(callsIn(text)).toEqual(names.map((name) => ({ name, who: 'self' })));
  });

  it('is quick and throws for nothing', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => callsIn(text).length <= 5));
    expect(callsIn(`${'Hey, '.repeat(200_000)}Mel!`)).toEqual([]);
  });
});

describe('findCalledSpeakers', () => {
  const listener = (name: string) =>
    findCalledSpeakers([{ name, who: 'listener' }], 'Caroline', ['Melanie Stone', 'Robert']);

  test.each<[string, string[]]>([
    ['Mel', ['Melanie Stone']],
    ['Melly', ['Melanie Stone']],
    ['Melany', ['Melanie Stone']],
    ['Rob', ['Robert']],
    ['Robby', ['Robert']],
    ['Me', []],
    ['Bob', []],
    ['Robert', []],
    ['Stone', []],
    ['Caro', []],
    ['Dave', []],
  ])('takes %p for %j', (name, speakers) => {
    expect(listener(name)).toEqual(
      speakers.map((speaker) => ({ key: name.toLowerCase(), name, speaker, sightings: 1 })),
    );
  });

  it('takes a name that fits two for neither', () => {
    expect(findCalledSpeakers([{ name: 'Mel', who: 'listener' }], 'Ada', ['Melanie', 'Melissa'])).toEqual([]);
    expect(findCalledSpeakers([{ name: 'Mel', who: 'listener' }], 'Melissa', ['Melanie'])).toEqual([]);
  });

  it('believes who names themself, unless it is a name of the room', () => {
    const self = (name: string) => findCalledSpeakers([{ name, who: 'self' }], 'Robert', ['Melanie']);

    expect(self('Bob')).toEqual([{ key: 'bob', name: 'Bob', speaker: 'Robert', sightings: 2 }]);
    expect(self('Melanie')).toEqual([]);
  });
});
