import { describe, expect, it } from '@jest/globals';
import { answeringSentenceOf } from './answering-sentence.ts';

const answerTo = (question: string, text: string) => answeringSentenceOf({ question, text, isSure: true })?.answer;

describe('the sentence that answers a question', () => {
  it.each([
    [
      'shares its telling words',
      'What must be drained before invoices are sent?',
      'Billing runs at night. Drain the billing queue before invoices are sent. Ana owns the service.',
      'Drain the billing queue before invoices are sent.',
    ],
    [
      'is no heading',
      'billing queue decision',
      '# Billing queue decision\n\n## Billing queue\n\nWe put jobs of billing on RabbitMQ. Kafka was too large.',
      'We put jobs of billing on RabbitMQ.',
    ],
    [
      'is no underlined and no bold heading',
      'billing queue',
      'Billing queue\n=============\n\n**Billing queue**\n\nJobs of billing are on RabbitMQ, as is the queue of mail.',
      'Jobs of billing are on RabbitMQ, as is the queue of mail.',
    ],
    [
      'is no line of a record and no date',
      'Which status and date has the release?',
      'Status: release accepted on that date\n\n2 March 2026\n\nThe release was decided on Monday after the freeze.',
      'The release was decided on Monday after the freeze.',
    ],
    [
      'is no front matter',
      'deploy tags ops',
      '---\ndescription: the deploy tags of ops for each of the many services\n---\n\nEvery deploy has the tags of its service.',
      'Every deploy has the tags of its service.',
    ],
    [
      'is no status of a record',
      'Was the queue accepted?',
      '## Status\n\nThe queue was accepted by Ana.\n\n## Decision\n\nThe queue is RabbitMQ.',
      'The queue is RabbitMQ.',
    ],
    [
      'is no question that asks the same',
      'Which queue does billing use?',
      'Which queue does billing use? We settled on RabbitMQ for billing.',
      'We settled on RabbitMQ for billing.',
    ],
    [
      'has a time, for a question about one',
      'When does the harbour open?',
      'The harbour is open to all. The harbour opens at 06:00. The harbour was built of stone.',
      'The harbour opens at 06:00.',
    ],
    [
      'has a number, for a question about one',
      'How many calls does the ledger take?',
      'The ledger takes calls of all services. It takes 1200 calls a day.',
      'It takes 1200 calls a day.',
    ],
    [
      'names a reason, for a question about one',
      'Why did we choose RabbitMQ?',
      'We chose RabbitMQ on Tuesday. Because one node is enough for our load, RabbitMQ won.',
      'Because one node is enough for our load, RabbitMQ won.',
    ],
    [
      'is found by the forms of a word in a language without a stemmer',
      'Wann gehen die Rechnungen raus?',
      'Der Hafen öffnet um sechs. Jede Rechnung geht am Ersten hinaus.',
      'Jede Rechnung geht am Ersten hinaus.',
    ],
  ])('%s', (_, question, text, answer) => {
    expect(answerTo(question, text)).toBe(answer);
  });

  it('shares most words of the question, of which the title may have some', () => {
    const asked = { question: 'why did we choose the queue', text: 'A tester could not choose a day. Nothing failed.' };

    expect(answeringSentenceOf(asked)).toBeUndefined();
    expect(answeringSentenceOf({ ...asked, title: 'The queue' })?.answer).toBe('A tester could not choose a day.');
  });

  it('needs no word of the question in a text that is known to answer', () => {
    const asked = { question: 'gateway timeout', text: 'Requests end after thirty seconds. Ana wrote this.' };

    expect(answeringSentenceOf(asked)).toBeUndefined();
    expect(answeringSentenceOf({ ...asked, isSure: true })?.answer).toBe('Requests end after thirty seconds.');
  });

  it('is none if several are possible and nothing points at one', () => {
    const unlike = { question: 'kubernetes ingress', text: 'Ana likes tea. Ben likes coffee.' };

    expect(answeringSentenceOf(unlike)).toBeUndefined();
    expect(answerTo('anything', '# Only a heading\n\n2026-03-02')).toBeUndefined();
  });

  it('comes with the sentences next to it', () => {
    const text = 'Billing runs at night. Drain the queue first. Ana owns the service.';

    expect(answeringSentenceOf({ question: 'drain queue', text })).toEqual({
      before: 'Billing runs at night.',
      answer: 'Drain the queue first.',
      after: 'Ana owns the service.',
    });
  });

  it('is looked for in the passage that the search found, also far within a long text', () => {
    const filler = 'The log of that day has no more entries. '.repeat(2_000);
    const text = `${filler}The gateway waits for 30 seconds. ${filler}`;
    const from = filler.length;

    expect(answeringSentenceOf({ question: 'gateway', text, passage: { from, to: from + 300 } })?.answer).toBe(
      'The gateway waits for 30 seconds.',
    );
  });

  it('is never a question, also where the text is nothing else', () => {
    expect(
      answerTo('who owns the onboarding emails', 'Who owns the onboarding emails now that Sam left?'),
    ).toBeUndefined();
  });
});
