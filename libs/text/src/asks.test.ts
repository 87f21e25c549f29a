import * as fc from 'fast-check';
import {
  asksForAll,
  asksForName,
  asksForNumber,
  asksForPerson,
  asksForTime,
  mentionsName,
  mentionsNumber,
  mentionsRule,
  mentionsTime,
  askedRoleOf,
} from './asks.ts';

const FOREIGN = [
  'Wann haben wir die Freigabe besprochen?',
  'Wie viele Leute kommen, und wie lange?',
  'Ich war mit meinem Bruder gestern dort.',
  '我们什么时候发布？',
  '昨天我有多少预算',
];

describe('what a query wants', () => {
  test.each([
    'Who looks after berth?',
    'whom do I call about the sender of texts',
    'so, whose job is the website',
    'Something is off in the planner, who would fix that?',
    "who's on call this week",
    'To whom does the data feed belong now?',
  ])('%p wants a person', (query) => {
    expect(asksForPerson(query)).toBe(true);
  });

  test.each([
    '',
    'who said that a hold is a promise',
    'Who did the penetration test?',
    'who recently changed the port',
    'how soon do we erase who travelled',
    'the whole story',
    'what happened to the family whose ticket was valid',
  ])('%p wants no person', (query) => {
    expect(asksForPerson(query)).toBe(false);
  });

  test.each([
    'When do we release?',
    'since when does Ada work here',
    'how long was the outage',
    'What date was it?',
    'which day do we meet',
    'On what date did it start?',
    'how many weeks did it take',
    'tell me when it broke',
  ])('%p wants a time', (query) => {
    expect(asksForTime(query)).toBe(true);
  });

  test.each([
    '',
    'whenever it rains',
    'what is the plan',
    'who said it',
    'what did they say when we left',
    'who was here when it broke',
    'long ago',
    ...FOREIGN,
  ])('%p wants no time', (query) => {
    expect(asksForTime(query)).toBe(false);
  });

  test.each([
    'How many people came?',
    'how much does it cost',
    'how old is Ada',
    'What percentage of users left?',
    'what version do we run',
    'the number of seats',
  ])('%p wants a number', (query) => {
    expect(asksForNumber(query)).toBe(true);
  });

  test.each(['', 'how is Ada', 'what is the plan', 'many people came', 'numbers', ...FOREIGN])(
    '%p wants no number',
    (query) => {
      expect(asksForNumber(query)).toBe(false);
    },
  );
});

describe('asksForAll', () => {
  test.each([
    'What do you know about me?',
    'what do you remember',
    'Tell me everything you know about us.',
    'List all the memories.',
    "What's in your memory so far?",
    'Summarize what you have learned',
    'Tell me about people.',
    'Tell me about the people we discussed.',
    'Who is on the team?',
  ])('is true of %j', (query) => expect(asksForAll(query)).toBe(true));

  test.each([
    'What do you know about billing?',
    'What is this about?',
    'Who am I?',
    'Who is on the growth team?',
    'What do people eat?',
    'summary of the retro',
    'How are you?',
    '',
    'everything '.repeat(30),
  ])('is false of %j', (query) => expect(asksForAll(query)).toBe(false));
});

describe('what a query wants by name', () => {
  test.each([
    'Who owns the ledger?',
    'whose laptop is this',
    'Where do we meet?',
    'Which team signed off?',
    'According to Ada, who broke it?',
    'Find the engineers who fixed it',
    'What is the name of the new server?',
    'what is the tool called',
    'What city did Ada move to?',
    'What video games does Bo play?',
    'what countries do we sell in',
  ])('%p wants a name', (query) => {
    expect(asksForName(query)).toBe(true);
  });

  test.each([
    '',
    'When did we meet where the river ends?',
    'What did the team decide?',
    'what does the engineer think of those who left',
    'What kind of tool is it?',
    'how do we reach the place',
    'a somewhat renamed thing',
    ...FOREIGN,
  ])('%p wants none', (query) => {
    expect(asksForName(query)).toBe(false);
  });
});

describe('what a text says', () => {
  test.each([
    'We moved to Lisbon.',
    'It runs on Kafka now',
    'ask the people at IBM',
    'We read "Dune" together.',
    'Her name’s Coco',
    'Thanks, Ada! I told Bob.',
  ])('%p has a name', (text) => {
    expect(mentionsName(text)).toBe(true);
  });

  test.each([
    '',
    'We moved. It was hard.',
    'Thanks, Ada! You were right.',
    'Hey Ada, how are you?',
    'Well, I think so, and I’m sure',
    'See you on Monday in May, Mom',
    'it is all in lower case, with kafka',
    FOREIGN[3]!,
  ])('%p has no name', (text) => {
    expect(mentionsName(text)).toBe(false);
  });

  test.each([
    'I went yesterday.',
    'two weeks ago',
    'last Saturday was fun',
    'in May we ship',
    'on MONDAY',
    'back in 2019',
    'I just bought a car',
    'we have lived here for years',
  ])('%p has a word of time', (text) => {
    expect(mentionsTime(text)).toBe(true);
  });

  test.each([
    '',
    'may I',
    'it is sunny',
    'error 404',
    'version 2.10',
    'the best of all',
    ...FOREIGN.filter((text) => text !== FOREIGN[4]),
  ])('%p has none', (text) => {
    expect(mentionsTime(text)).toBe(false);
  });

  test.each(['7', 'error 404', 'Two of us', 'a dozen eggs', 'once more', 'ten'])('%p has a number', (text) => {
    expect(mentionsNumber(text)).toBe(true);
  });

  test.each(['', 'tenant', 'someone', 'often', ...FOREIGN])('%p has no number', (text) => {
    expect(mentionsNumber(text)).toBe(false);
  });

  test.each([
    'Always answer in French.',
    'Thanks! Please never delete a branch.',
    'From now on, use pnpm',
    'whenever I ask for code, add tests',
    'Tell me the price every time you name a product',
    'I usually prefer short answers',
    'I’d rather have tables',
    'I’ve decided on three services',
    'we chose to keep one queue, since that is simpler',
  ])('%p is to hold from then on', (text) => {
    expect(mentionsRule(text)).toBe(true);
  });

  test.each([
    '',
    'I always eat at noon',
    'She never calls.',
    'it has never failed',
    'which do you prefer?',
    'Have you decided to go?',
    'I have not decided yet',
    ...FOREIGN,
  ])('%p is not', (text) => {
    expect(mentionsRule(text)).toBe(false);
  });

  it('reads the beginning of a long text', () => {
    const long = 'word '.repeat(2000);

    expect(mentionsTime(`yesterday ${long}`)).toBe(true);
    expect(mentionsTime(`${long} yesterday`)).toBe(false);
    expect(mentionsNumber(`7 ${long}`)).toBe(true);
    expect(mentionsName(`in Lisbon ${long}`)).toBe(true);
    expect(mentionsName(`${long} Lisbon`)).toBe(false);
  });
});

describe('askedRoleOf', () => {
  test.each<[string, 'user' | 'assistant' | null]>([
    ['what is my budget', 'user'],
    ['What did I say?', 'user'],
    ["what I'm allergic to", 'user'],
    ['what I’ve bought', 'user'],
    ['help me', 'user'],
    ['what did you suggest for my trip', 'assistant'],
    ['which book have you recommended', 'assistant'],
    ['you’ve told us', 'assistant'],
    ['you also mentioned a book', 'assistant'],
    ['what was your recommendation', 'assistant'],
    ['What does Ada like?', null],
    ['how are you', null],
    ['your house', null],
    ['mystery in Miami', null],
    ['', null],
    ...FOREIGN.map((text): [string, null] => [text, null]),
  ])('of %p is %p', (query, voice) => {
    expect(askedRoleOf(query)).toBe(voice);
  });
});

describe('whatever the text', () => {
  it('gives an answer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const answers = [
          asksForTime,
          asksForNumber,
          asksForName,
          mentionsTime,
          mentionsNumber,
          mentionsName,
          mentionsRule,
        ].map((ask) => ask(text));
        expect(answers.every((answer) => typeof answer === 'boolean')).toBe(true);
        expect(['user', 'assistant', null]).toContain(askedRoleOf(text));
      }),
    );
  });

  test.each(['you ', 'you have a ', 'how ', 'what ', 'what a big ', 'a few ', 'last ', 'just ', ' ', '5 '])(
    'comes to an end with 100,000 characters of %p',
    (piece) => {
      const text = piece.repeat(100_000 / piece.length);

      expect([asksForTime(text), asksForNumber(text), asksForName(text), askedRoleOf(text)]).toEqual([
        false,
        false,
        false,
        null,
      ]);
      expect([mentionsTime(text), mentionsName(text), mentionsRule(text)]).toEqual([false, false, false]);
    },
  );
});
