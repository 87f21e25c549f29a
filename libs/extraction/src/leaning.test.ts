import { referenceOf } from './leaning.ts';

describe('a sentence', () => {
  it.each([
    'it must run against the new index before alias swap, otherwise block.',
    'that one is refreshed only on Sundays.',
    "I don't want to let them down.",
    'Eight minutes now.',
    'we had this in october also',
    'I will now incorporate this into my daily routine.',
    'She loved to sit there every morning.',
    'Some of them do see me as a mentor.',
    'All three run through the night.',
    'The second one is cheaper.',
    "I'll sit down with her and go through the steps.",
  ])('needs the sentences before it: %s', (text) => {
    expect(referenceOf(text).leaning).toBe('must');
  });

  it.each([
    'Never push directly to main.',
    'The billing service runs on port 8080 in Frankfurt.',
    'It takes two hours to build the image.',
    'It turned out that the cache was never invalidated.',
    'I prefer short answers with examples.',
    'We decided that every service has a runbook.',
  ])('stands alone: %s', (text) => {
    expect(referenceOf(text).leaning).toBe('none');
  });

  it.each([
    'If somebody adds a provider and forgets it, the job must crash.',
    'So the export must not run on Fridays.',
    'Marta left in January and she keeps the keys.',
  ])('may go on from the sentence before it: %s', (text) => {
    expect(referenceOf(text).leaning).toBe('may');
  });
});
