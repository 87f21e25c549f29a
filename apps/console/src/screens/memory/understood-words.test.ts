import { expect, it } from '@jest/globals';
import { wordsOfUnderstood } from './understood-words.ts';

it('says in plain words what was understood, and from which source', () => {
  const lines = [
    'decision: 1 consequence (read by an importer)',
    'rule: forbids x | in production | instead make deploy | stops: yes (given)',
    'rule: forbids y | stops: no, not written or confirmed here by a person or manager (read from English)',
    'rule: speaks of deploy (given)',
    'fact: ledger port is 5432 (given for the former text)',
    'graph: Payments owns ledger (read from English, .6)',
    'and 3 more',
  ];

  expect(wordsOfUnderstood(lines)).toEqual([
    'Decision with 1 consequence (found by the import)',
    'Forbids x, in production. Instead: make deploy. It stops such an action (given by its writer)',
    'Forbids y. It only warns (understood from its text)',
    'Speaks of deploy (given by its writer)',
    'ledger port is 5432 (given by its writer for the former text)',
    'Payments owns ledger (understood from its text, 60 % sure)',
    'and 3 more',
  ]);
});

it('leaves out advice to agents', () => {
  const lines = [
    'nothing was read: give relations',
    'no rule was read: give forbids if this says what must not be done',
  ];

  expect(wordsOfUnderstood(lines)).toEqual([]);
});
