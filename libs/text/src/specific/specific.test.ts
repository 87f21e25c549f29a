import { describe, expect, it } from '@jest/globals';
import { isSpelledIn, specificNamesIn, undatedWordsIn } from './index.ts';

const namesIn = (text: string) => [...new Set(specificNamesIn(text).map((name) => name.text))];

describe('the specific names of a question', () => {
  it.each([
    ['who leads the Growth team', ['Growth']],
    ['who leads the growth team?', ['growth']],
    ['what did Zelda Fitzgerald say about the deploy', ['Zelda Fitzgerald']],
    ['Petra’s role', ['Petra']],
    ['what does Petra lead?', ['Petra']],
    ['what is TICKET-4711', ['TICKET-4711']],
    ['where is pay_worker started?', ['pay_worker']],
    ['why is it called "green light"', ['green light']],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it.each([
    ['the first word', 'When do crews change?'],
    ['days, months and the asker', 'What did I do on Monday, and where am I in May?'],
    ['an abbreviation, which may stand for ordinary words', 'what is our SLA for refunds'],
    ['a place or a product, which texts may call otherwise', 'what language is used on Android phones?'],
    ['ordinary qualifiers', 'who is on the whole team, and who is on the right team?'],
    ['a text that writes all words with capitals', 'When Do The Crews Of Havnes Change'],
    ['German, whose nouns all have capitals', 'Wer leitet das Wachstum?'],
    ['a task, which asks nothing', 'Fix the deploy script of FooService'],
    ['several sentences, which are more than one question', 'Petra is away. Who deploys?'],
  ])('are none for %s', (_, text) => {
    expect(namesIn(text)).toEqual([]);
  });

  it('are known by any of their words, an identifier by its number or its longest piece', () => {
    expect(specificNamesIn('who is Zelda Fitzgerald')[0]!.words).toEqual(['Zelda', 'Fitzgerald']);
    expect(specificNamesIn('what is TICKET-4711')[0]!.words).toEqual(['TICKET-4711', '4711']);
    expect(specificNamesIn('where is pay_worker started?')[0]!.words).toEqual(['pay_worker', 'worker']);
    expect(specificNamesIn('who reviews src/app/Page.tsx?')[0]!.words).toEqual([
      'src/app/Page.tsx',
      'src',
      'app',
      'Page',
      'tsx',
    ]);
  });
});

describe('a word in another spelling', () => {
  it.each([
    ['Ganway', 'the Gangway app'],
    ['Priyah', 'by Priya Raman'],
    ['frontend', 'the front-end of the site'],
    ['Front', 'our frontend'],
    ['deployments', 'when we deploy'],
    ['LCD', 'an L_C_D_ screen'],
  ])('%s is in "%s"', (word, text) => {
    expect(isSpelledIn(text)(word)).toBe(true);
  });

  it.each([
    ['Petra', 'pet cabins open in May'],
    ['Rotterdam', 'the office in Amsterdam'],
    ['Growth', 'the Platform team'],
    ['TICKET-4711', 'a ticket, TICKET-4712'],
  ])('%s is not in "%s"', (word, text) => {
    expect(isSpelledIn(text)(word)).toBe(false);
  });
});

it('leaves numbers and dates out of what a text is about', () => {
  expect(undatedWordsIn('What did we ship in April 2022, on Monday the 3rd?')).toEqual(
    'What did we ship in on the'.split(' '),
  );
});
