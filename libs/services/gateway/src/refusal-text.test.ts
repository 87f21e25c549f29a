import { CairnError } from '@cairn/contracts';
import { refusalText } from './refusal-text.ts';

const issue = { field: 'successor', message: 'is the memory itself', value: 'm1', allowed: 'another memory' };

it('says once what is wrong, whether the message says so too or something of its own', () => {
  const sentence = 'successor is the memory itself (it was "m1"); allowed: another memory.';
  const refused = (message: string) => refusalText(new CairnError('request/invalid', message, { issues: [issue] }));

  expect(refused('successor is the memory itself')).toBe(sentence);
  expect(refused('crystal_x cannot be called like this.')).toBe(`crystal_x cannot be called like this. ${sentence}`);
});

it('tells nothing of a fault of the server', () => {
  expect(refusalText(new Error('secret'))).not.toContain('secret');
});
