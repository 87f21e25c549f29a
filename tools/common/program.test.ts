import { runProgram } from './program.ts';

it('says of a program that takes too long how long it had', async () => {
  const ended = await runProgram(['-e', 'setInterval(() => {}, 1000)'], { timeoutMs: 300 });

  expect(ended.output).toContain('Killed after 0.3 s.');
  expect(ended.exitCode).not.toBe(0);
});
