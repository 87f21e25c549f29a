import { expect, it } from '@jest/globals';
import { wordsOfRule } from './rule-words.ts';

it('says in sentences what a rule forbids and whether it stops', () => {
  const lines = [
    'rule: forbids terraform apply | in production | instead make deploy | stops: yes (given)',
    'rule: forbids x | stops: no, not written or confirmed here by a person or manager (given)',
    'rule: speaks of deploy (now)* (given)',
    'fact: port is 80 (given)',
  ];

  expect(wordsOfRule(lines)).toEqual([
    { text: 'Forbids terraform apply, in production. Instead: make deploy', isStopping: true },
    { text: 'Forbids x', isStopping: false },
    { text: 'Speaks of deploy (now)*', isStopping: false },
  ]);
  expect(wordsOfRule([])).toEqual([]);
});
