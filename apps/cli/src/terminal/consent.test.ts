import { Readable } from 'node:stream';
import { requireConsent } from './consent.ts';

const asked = { question: 'Delete it?', unchanged: 'Nothing was deleted.' };

/** Terminal with this input; `undefined` is a pipe that nobody closes. */
function terminalThatSays(answer: string | undefined, { isTTY = true } = {}) {
  const said: string[] = [];
  const stdin = Object.assign(new Readable({ read: () => {} }), { isTTY });
  if (answer !== undefined) stdin.push(answer);
  return {
    said,
    context: {
      ...{ stdin, stderr: { write: (text: string) => said.push(text), isTTY } },
      ...{ env: {}, home: '', stdout: { write: () => {} }, serverBundle: '', exitCode: 0 },
      interrupted: new AbortController().signal,
    },
  };
}

it.each(['y\n', 'YES\n', 'maybe\ny\n'])('goes on after %j', async (answer) => {
  const { context } = terminalThatSays(answer);

  await expect(requireConsent(context, { ...asked, yes: undefined })).resolves.toBeUndefined();
});

it.each(['n\n', '\n', 'no\n', 'a\nb\nc\n'])('does not go on after %j', async (answer) => {
  const { context } = terminalThatSays(answer);

  await expect(requireConsent(context, { ...asked, yes: undefined })).rejects.toMatchObject({
    exitCode: 130,
    message: 'Nothing was deleted.',
  });
});

it('does not go on when it is interrupted while it waits', async () => {
  const interruption = new AbortController();
  const { context, said } = terminalThatSays(undefined);
  const asking = requireConsent({ ...context, interrupted: interruption.signal }, { ...asked, yes: undefined });
  expect(said).toEqual(['Delete it? [y/N] ']);
  interruption.abort();

  await expect(asking).rejects.toMatchObject({ exitCode: 130, message: 'Nothing was deleted.' });
});

it('asks nobody and waits for nothing where there is no terminal', async () => {
  const { context, said } = terminalThatSays(undefined, { isTTY: false });

  await expect(requireConsent(context, { ...asked, yes: undefined })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('--yes'),
  });
  await expect(requireConsent(context, { ...asked, yes: true })).resolves.toBeUndefined();
  expect(said).toEqual([]);
});
