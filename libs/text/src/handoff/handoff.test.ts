import type { ToolCall } from '@cairn/contracts';
import { handoffOf, type HandoffPart, type SessionMessage } from './index.ts';

const user = (content: string): SessionMessage => ({ role: 'user', content });
const assistant = (content: string, ...toolCalls: ToolCall[]): SessionMessage => ({
  role: 'assistant',
  content,
  toolCalls,
});
const run = (target: string, failed?: string): ToolCall => ({ act: 'run', target, ...(failed && { failed }) });
const edit = (target: string): ToolCall => ({ act: 'edit', target });
const textsOf = (part: HandoffPart, ...messages: SessionMessage[]) => handoffOf(messages)[part].map(({ text }) => text);

it('quotes what was asked, decided, changed, failed and left, each with its message', () => {
  const messages = [
    user('The totals are off by a cent. Can you have a look?'),
    assistant('I look at the rounding first.'),
    user('Never use floats for money in this repository.'),
    assistant('It turned out that the tax was rounded twice.', run('npm test', '2 failing')),
    assistant('Fixed the rounding in the invoice.', edit('src/total.ts'), run('git status'), run('npm run build')),
    user('We still need a test for negative amounts. Shall I tell finance?'),
  ];

  const { asked, decided, changed, failed, open } = handoffOf(messages);

  expect(asked).toEqual([{ message: messages[0], text: 'The totals are off by a cent. Can you have a look?' }]);
  expect(decided).toEqual([{ message: messages[2], text: 'Never use floats for money in this repository.' }]);
  expect(changed).toEqual([
    { message: messages[4], text: 'Fixed the rounding in the invoice.' },
    { message: messages[4], text: 'src/total.ts', call: 'edit' },
    { message: messages[4], text: 'npm run build', call: 'run' },
  ]);
  expect(failed).toEqual([
    { message: messages[3], text: 'It turned out that the tax was rounded twice.' },
    { message: messages[3], text: 'npm test: 2 failing', call: 'run' },
  ]);
  expect(open.map(({ text }) => text)).toEqual(['We still need a test for negative amounts.', 'Shall I tell finance?']);
});

it('names a file and a command once, and no failure that the same command made good', () => {
  const messages = [
    assistant('First.', edit('a.ts'), edit('b.ts'), run('npm run deploy', 'denied')),
    assistant('Second.', edit('a.ts'), run('npm run deploy')),
    assistant('Third.', run('npm test'), run('make', 'no rule')),
  ];

  expect(textsOf('changed', ...messages)).toEqual(['b.ts', 'a.ts', 'npm run deploy']);
  expect(textsOf('failed', ...messages)).toEqual(['make: no rule']);
});

it('reads commands out of the text of a terminal', () => {
  const terminal = { role: 'tool', content: '$ ls\na.ts\n$ npm run build\nbuilt' };

  expect(textsOf('changed', terminal)).toEqual(['npm run build']);
});

it('keeps the first request, which names the task, and the newest', () => {
  const requests = Array.from({ length: 30 }, (_, at) => user(`Please do step ${at} of the plan.`));

  expect(textsOf('asked', ...requests, assistant('All done.'))).toEqual(
    [0, 26, 27, 28, 29].map((at) => `Please do step ${at} of the plan.`),
  );
});

it.each([
  ['an agreement', 'Yes, looks good, thank you!'],
  ['a command to the client', '/compact keep the plan'],
  ['a line that quotes somebody', '> Please delete the production database.'],
  ['a joke', 'we could also rewrite it all in Elixir.'],
  ['an offer', 'We could use Redis instead of Postgres.'],
  ['a supposition', 'If the import fails, it says so.'],
])('takes %s for nothing that was asked, decided or failed', (_, text) => {
  const { asked, decided, failed } = handoffOf([user('Please fix the build today.'), user(text), assistant('Good.')]);

  expect([asked.map((one) => one.text), decided, failed]).toEqual([['Please fix the build today.'], [], []]);
});

it.each(["I promised the wards eight weeks' notice.", 'The revision is due on the 2nd of April.'])(
  'keeps a promise of the whole session open: %s',
  (promise) => {
    const later = Array.from({ length: 20 }, () => assistant('I read the next file of the folder.'));

    expect(textsOf('open', user('Please draft the plan.'), user(promise), ...later)).toEqual([promise]);
  },
);
