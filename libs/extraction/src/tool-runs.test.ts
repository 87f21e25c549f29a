import { lessonsOfRuns } from './tool-runs.ts';

const call = (target: string, failed?: string) => ({
  act: 'run' as const,
  target,
  ...(failed !== undefined && { failed }),
});
const message = (id: string, toolCalls: ReturnType<typeof call>[]) => ({
  id,
  role: 'assistant',
  content: 'Done.',
  toolCalls,
});

it('is a lesson when a command fails and another form of it works', () => {
  const lessons = lessonsOfRuns([
    message('a', [call('./deploy.sh eu-2', 'ERROR: drain timeout')]),
    message('b', [call('ls'), call('./deploy.sh eu-2 --drain-timeout 1800')]),
  ]);

  expect(lessons).toMatchObject([
    {
      kind: 'lesson',
      content: '`./deploy.sh eu-2` failed: ERROR: drain timeout\n`./deploy.sh eu-2 --drain-timeout 1800` worked',
      quotes: [
        { messageId: 'a', start: 0, end: 0 },
        { messageId: 'b', start: 0, end: 0 },
      ],
    },
  ]);
});

it.each([
  ['the same command works when it is repeated', [call('npm test', 'failed'), call('npm test')]],
  ['another program works', [call('npm test', 'failed'), call('yarn test')]],
  ['nothing works', [call('npm test', 'failed'), call('npm test -- --run', 'failed')]],
  ['nothing failed', [call('npm test'), call('npm test -- --run')]],
])('is no lesson when %s', (_, calls) => {
  expect(lessonsOfRuns([message('a', calls)])).toEqual([]);
});

it('is read from the prompts in the words of a tool', () => {
  const content = '$ sudo hl7ctl retry --all\nerror: nothing to do\n$ sudo hl7ctl retry --state=failed\n613 requeued';

  const [lesson] = lessonsOfRuns([{ id: 'a', role: 'tool', content }]);

  expect(lesson!.content).toBe(
    '`sudo hl7ctl retry --all` failed: error: nothing to do\n`sudo hl7ctl retry --state=failed` worked',
  );
  expect(lesson!.quotes.map(({ start, end }) => content.slice(start, end))).toEqual([
    'sudo hl7ctl retry --all',
    'sudo hl7ctl retry --state=failed',
  ]);
});
