import { partsTold, topicWords } from './index.ts';
import { sentencesOf } from '../quotable.ts';

const texts = (content: string) => sentencesOf(content).map(({ text }) => text);

describe('sentences that can be quoted', () => {
  it('end at signs and paragraphs, not at the line breaks of a wrapped text', () => {
    const text = 'We use Redis, e.g. for\nqueues. It is\nfast.\n\n- First item\n- Second (see v. 2)\n\n# Heading\nEnd';
    expect(texts(text)).toEqual([
      'We use Redis, e.g. for\nqueues.',
      'It is\nfast.',
      'First item',
      'Second (see v. 2)',
      'End',
    ]);
  });

  it('are the very characters of their places', () => {
    const text = '  One thing. (Another.)  \n\n* A third? 第四。第五。';
    for (const { from, to, text: shown } of sentencesOf(text)) expect(text.slice(from, to)).toBe(shown);
    expect(texts(text)).toEqual(['One thing.', '(Another.)', 'A third?', '第四。', '第五。']);
  });

  it('are no code and no table', () => {
    expect(texts('Run it:\n\n```\nrm everything now\n```\n\nx = {1: [2], 3: (4)};;\n\nDone.')).toEqual([
      'Run it:',
      'Done.',
    ]);
  });
});

describe('the parts of a decision', () => {
  const told = (content: string, title = 'Queue') =>
    partsTold({ title, content }, topicWords('queue in Postgres')).map(({ part, text }) => [part, text]);

  it('are told by words', () => {
    expect(
      told(
        'We decided to keep the queue in Postgres. Kafka was considered too. It is simple because we run it already. This means that one failover stops all jobs. In May we went back to Redis. The office is green.',
      ).map(([part]) => part),
    ).toEqual(['decision', 'alternatives', 'reasons', 'consequences', 'reversals', undefined]);
  });

  it('are told by headings of the text and of the title, the innermost first', () => {
    expect(
      told('## Considered options\n\nKafka.\n\n### Why not\n\nToo big.\n\n## Consequences\n\nLess to run.'),
    ).toEqual([
      ['alternatives', 'Kafka.'],
      ['alternatives', 'Too big.'],
      ['consequences', 'Less to run.'],
    ]);
    expect(told('It is small.', 'Queue / Rejected ideas / SQLite')).toEqual([['alternatives', 'It is small.']]);
  });

  it('say how much of the question a sentence has', () => {
    const [first, second] = partsTold(
      { title: '', content: 'Postgres it is. Lunch.' },
      topicWords('queue in Postgres'),
    );
    expect([first!.fit, second!.fit]).toEqual([0.5, 0]);
  });
});
