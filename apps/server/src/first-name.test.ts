import { PassThrough } from 'node:stream';
import { userInfo } from 'node:os';
import { askFirstName } from './first-name.ts';

const terminal = (isTTY: boolean) => ({
  stdin: Object.assign(new PassThrough(), { isTTY }),
  stdout: Object.assign(new PassThrough(), { isTTY }),
  env: {},
});

it.each([
  ['Ana Lima\n', 'Ana Lima'],
  ['\n', userInfo().username],
])('takes the answer %j of the person at the terminal as %s', async (typed, name) => {
  const { stdin, stdout, env } = terminal(true);
  stdin.end(typed);

  expect(await askFirstName({ stdin, stdout, env })).toBe(name);
  expect(String(stdout.read())).toContain('Your name, as your team knows you');
});

it('asks nobody where there is no terminal, or in CI', async () => {
  expect(await askFirstName(terminal(false))).toBeUndefined();
  expect(await askFirstName({ ...terminal(true), env: { CI: 'true' } })).toBeUndefined();
});
