import { CairnError } from '@cairn/contracts';
import { refusalText } from './refusal-text.ts';

const issue = { field: 'successor', message: 'is the memory itself', value: 'm1', allowed: 'another memory' };

it('says once what is wrong, whether the message says so too or something of its own', () => {
  const sentence = 'successor is the memory itself (it was "m1"); allowed: another memory.';
  const refused = (message: string) => refusalText(new CairnError('request/invalid', message, { issues: [issue] }));

  expect(refused('successor is the memory itself')).toBe(sentence);
  expect(refused('crystal_x cannot be called like this.')).toBe(`crystal_x cannot be called like this. ${sentence}`);
});

it('repeats no issue that the message holds, and keeps what it allows', () => {
  const refused = (message: string, issues: ConstructorParameters<typeof CairnError>[2]) =>
    refusalText(new CairnError('request/invalid', message, issues));
  const path = { field: 'path', message: 'The path holds a segment "..".' };

  expect(refused(path.message, { issues: [path] })).toBe(path.message);
  expect(refused('The successor is the memory itself.', { issues: [issue] })).toBe(
    'The successor is the memory itself. Allowed for successor: another memory.',
  );
});

it('tells an issue of another field in the words of the message', () => {
  const message = 'is too long: at most 20 characters';
  const issues = [
    { field: 'title', message },
    { field: 'it', message },
  ];

  expect(refusalText(new CairnError('request/invalid', `The title ${message}.`, { issues }))).toBe(
    `The title ${message}. it ${message}.`,
  );
});

it('tells nothing of a fault of the server', () => {
  expect(refusalText(new Error('secret'))).not.toContain('secret');
});
