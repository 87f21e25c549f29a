import {
  contradictionsIn,
  isOpenTopic,
  labelCoverage,
  labelsFor,
  openQuestionsIn,
  findSentenceAbout,
  themesOf,
} from './index.ts';
import { topicWords } from '../why/index.ts';

const asked = topicWords('deploys');

describe('themes', () => {
  const a = (title: string, more: { tags?: string[]; subject?: string } = {}) => ({
    title,
    tags: more.tags ?? [],
    subject: more.subject ?? null,
  });
  const told = (items: ReturnType<typeof a>[]) =>
    themesOf(items, asked, 8).map(({ by, name, items: some }) => [by, name, some.map(({ title }) => title)]);

  it('group by what memories share, each once, what was named on purpose before words of titles', () => {
    const items = [
      a('Runbook / Deploys'),
      a('Deploys on Friday', { tags: ['freeze'] }),
      a('Runbook / Rollback'),
      a('Deploys at Christmas', { tags: ['freeze'] }),
      a('Canary host'),
      a('Canaries share'),
      a('Deploys alone'),
    ];
    expect(told(items)).toEqual([
      ['document', 'Runbook', ['Runbook / Deploys', 'Runbook / Rollback']],
      ['tag', 'freeze', ['Deploys on Friday', 'Deploys at Christmas']],
      ['word', 'Canary', ['Canary host', 'Canaries share']],
    ]);
  });

  it('are no word of the topic, and nothing that nearly all share', () => {
    const items = ['one', 'two', 'six', 'ten', 'red', 'blue'].map((name) => a(`Deploys ${name}`, { tags: ['all'] }));
    expect(told(items)).toEqual([]);
  });
});

it('a memory is quoted by the sentence that is most about the topic', () => {
  expect(findSentenceAbout('Hello there. Deploys go out at noon. Deploys stop on Friday.', asked).text).toBe(
    'Deploys go out at noon.',
  );
  expect(findSentenceAbout('{"a": [1, 2]}', asked).text).toBe('{"a": [1, 2]}');
});

it('open is what says so, what asks under such a heading, and what asks last', () => {
  const open = (text: string) => openQuestionsIn(text).map((sentence) => sentence.text);
  expect(open('Why does it matter? It does. The host is still undecided.')).toEqual(['The host is still undecided.']);
  expect(open('## Open issues\nWho pays? Bo knows.\n## Done\nWho paid? Bo did.')).toEqual(['Who pays?']);
  expect(open('We froze it. Until when?')).toEqual(['Until when?']);
});

it('contradictions are of two items, by another value or a denial', () => {
  const said = (item: string, text: string) => ({ item, text, from: 0, to: text.length });
  const found = contradictionsIn([
    said('a', 'The deploy freeze begins on 20 December.'),
    said('b', 'The deploy freeze begins on 18 December.'),
    said('b', 'The deploy freeze begins on 21 December.'),
    said('c', 'Lunch is at noon.'),
  ]);
  expect(found.map(({ relation, one, other }) => [relation, one.item, other.item])).toEqual([
    ['other-value', 'a', 'b'],
    ['other-value', 'a', 'b'],
  ]);
});

it('all is open where a title or a tag says so', () => {
  const isOpen = (title: string, ...tags: string[]) => isOpenTopic({ title, tags });
  expect(isOpen('Open: quiet hours')).toBe(true);
  expect(isOpen('Quiet hours', 'open-question')).toBe(true);
  expect(isOpen('Open the door at six: or not', 'opening-hours')).toBe(false);
  expect(openQuestionsIn('Who pays? Bo is away.', true).map(({ text }) => text)).toEqual(['Who pays?']);
});

it('labels of a topic are its runs of words, joined as people join them', () => {
  expect(labelsFor('Car deck')).toEqual(
    expect.arrayContaining(['Car deck', 'car-deck', 'car deck', 'car_deck', 'cardeck', 'car', 'deck']),
  );
  expect(labelsFor('a b c d e f g h i').length).toBeLessThan(100);
  expect(labelCoverage(['car-deck'], topicWords('car deck'))).toBe(1);
  expect(labelCoverage(['decks', 'deck paint'], topicWords('car deck'))).toBe(0.5);
  expect(labelCoverage([], topicWords('the'))).toBe(0);
});
