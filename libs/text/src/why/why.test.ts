import { readDecisionParts, topicWords } from './index.ts';
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

  it('end before a small letter behind a word that nobody shortens', () => {
    expect(texts('we moved the saves. nobody missed them, approx. forty asked.')).toEqual([
      'we moved the saves.',
      'nobody missed them, approx. forty asked.',
    ]);
  });

  it('end before a number, and behind one with its unit', () => {
    expect(
      texts('We check each pump no more. 7 of 9 were fine, see sect. 4 there. The limit is 3h. nobody objects.'),
    ).toEqual([
      'We check each pump no more.',
      '7 of 9 were fine, see sect. 4 there.',
      'The limit is 3h.',
      'nobody objects.',
    ]);
  });

  it('begin at the steps of a list within a line', () => {
    expect(texts('To release: 1. Tag main. 2. Tell Bo (ext. 4). 3. Wait. It is version 2. Then go.')).toEqual([
      'To release: 1. Tag main.',
      '2. Tell Bo (ext. 4).',
      '3. Wait.',
      'It is version 2.',
      'Then go.',
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
  const told = (content: string, title = 'Queue in Postgres') =>
    readDecisionParts({ title, content }, topicWords('queue in Postgres')).map(({ part, text }) => [part, text]);

  it.each([
    ['reasons', 'The queue is in Postgres because we run it already.'],
    ['reasons', 'We chose so because a failover must not lose a job.'],
    ['reasons', 'Because we run it already, the queue stays in Postgres.'],
    ['reasons', 'The main reason was the failover.'],
    ['reasons', 'The queue is in Postgres, since nobody wants to run a second engine.'],
    ['reasons', 'The queue is in Postgres, as ops runs it already.'],
    ['reasons', 'Given that we run it already, the queue stays in Postgres.'],
    ['reasons', 'A failover lost 40 jobs in May, that is why.'],
    ['reasons', '**Why:** it is small.'],
    ['reasons', 'reason = nobody knows Kafka'],
    ['alternatives', 'Rejected: Kafka, which is too big.'],
    ['alternatives', 'The queue in Redis had been introduced so that we save a server.'],
    ['alternatives', 'Ann wanted Kafka because it replays.'],
    ['alternatives', 'Kafka was considered and dropped.'],
    ['alternatives', 'Live streaming and a second Redis were the alternatives.'],
    ['consequences', 'Price: 4 ms more for each job.'],
    ['consequences', 'The downside is that somebody has to watch the vacuum.'],
    [undefined, 'Bo is left out because his desk is next to the door.'],
    [undefined, 'Each repair cost a night.'],
    [undefined, 'For the queue in Postgres only ops is asked.'],
    [undefined, 'The queue in Postgres runs since 2021.'],
    [undefined, 'The queue in Postgres was built, as usual, by ops.'],
    [undefined, 'Kafka runs the mail, since 5 May.'],
    [undefined, 'The payment was rejected twice.'],
    [undefined, 'A failover must not lose a job.'],
  ])('%s: %s', (part, sentence) => {
    expect(told(sentence)).toEqual([[part, sentence]]);
  });

  it('are those of the label above a list, for the list alone', () => {
    expect(told('Reasons:\n* It is small.\n* Ops knows it.\n\nIt runs on db-2.')).toEqual([
      [undefined, 'Reasons:'],
      ['reasons', 'It is small.'],
      ['reasons', 'Ops knows it.'],
      [undefined, 'It runs on db-2.'],
    ]);
  });

  it('have their ground right behind the decision where no word names one', () => {
    const decision = 'The queue is in Postgres.';
    expect(told(`${decision} Two failovers lost jobs.`)[1]![0]).toBe('reasons');
    expect(told(`${decision} The rollout follows by May.`)[1]![0]).toBeUndefined();
    expect(told(`${decision} Bo asked for Kafka. Two failovers lost jobs.`)[2]![0]).toBeUndefined();
    expect(told(`${decision} Nobody lost a job. It was chosen because we run it.`)[1]![0]).toBe('reasons');
    expect(told(`${decision} It replaces SQS2 and RQ1.`)[1]![0]).toBeUndefined();
    expect(told(`${decision} Two failovers lost jobs.\n\n## Rationale\n\nIt is small.`)[1]![0]).toBeUndefined();
    expect(told(`${decision} Two failovers lost jobs.\n\nWhy: it is small.`)[1]![0]).toBeUndefined();
    expect(told(`## Context\n\nJobs wait in a queue. Two failovers lost jobs.`)[1]![0]).toBeUndefined();
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
});
