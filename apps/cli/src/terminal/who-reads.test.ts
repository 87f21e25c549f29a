import { PassThrough } from 'node:stream';
import type { CliContext } from '../context/cli-context.ts';
import { askReaders } from './who-reads.ts';

/** Terminal of a person who answers each question with the next of these words. */
function atTerminal(...answers: string[]): CliContext {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = {
    isTTY: true,
    write: (text: string) =>
      answers.length > 0 && text.endsWith('? ') && setImmediate(() => stdin.write(`${answers.shift()}\n`)),
  };
  const interrupted = new AbortController().signal;
  return { env: {}, home: '', stdin, stdout: stderr, stderr, serverBundle: '', interrupted, exitCode: 0 };
}

test.each([
  [['org'], 'org'],
  [[' Private '], 'private'],
  [[''], 'private'],
  [['everyone', 'org'], 'org'],
])('takes %j at a terminal for %s', async (answers, readers) => {
  expect(await askReaders(atTerminal(...answers))).toBe(readers);
});

test('gives up after three answers that are none, and imports nothing', async () => {
  await expect(askReaders(atTerminal('a', 'b', 'c', 'org'))).rejects.toThrow('--visibility private or org');
});

test('takes an interruption for no answer', async () => {
  const interrupted = { ...atTerminal(), interrupted: AbortSignal.abort() };
  const closed = atTerminal();
  setImmediate(() => (closed.stdin as PassThrough).end());

  await expect(askReaders(interrupted)).rejects.toMatchObject({ exitCode: 130 });
  await expect(askReaders(closed)).rejects.toMatchObject({ exitCode: 130 });
});
