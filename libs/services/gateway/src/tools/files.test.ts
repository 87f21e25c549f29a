import type { RouteInput, RouteName } from '@cairn/contracts';
import { RouteCaller, SystemClock } from '@cairn/ports';
import { aPrincipal } from '@cairn/testing';
import { memoryEditTool } from './files.ts';

const ada = aPrincipal({ role: 'writer' });
const path = 'plans/kiln.md';
const place = { path, workspace: 'default' };
const note = { path, version: 4, totalLines: 9 };

/** Gives each call the next answer, and notes what was asked. */
function hostOf(...answers: readonly unknown[]) {
  const asked: [RouteName, unknown][] = [];
  const caller = new (class extends RouteCaller {
    call<Name extends RouteName>(name: Name, _: unknown, input: RouteInput<Name>): Promise<never> {
      asked.push([name, input]);
      return Promise.resolve(answers[asked.length - 1] as never);
    }
  })();
  return { asked, host: { clock: new SystemClock(), caller } };
}

it.each([
  [
    { edit: 'replace', path, oldText: 'noon', text: '', expectedVersion: 3 },
    ['replaceInNote', { body: { ...place, oldText: 'noon', newText: '', expectedVersion: 3 }, query: {} }],
    `Changed "${path}": version 4, 9 lines.`,
  ],
  [
    { edit: 'insert', path, afterLine: 0, text: 'top', overwrite: true },
    ['insertInNote', { body: { ...place, afterLine: 0, text: 'top' }, query: { overwrite: 'true' } }],
    `Changed "${path}": version 4, 9 lines.`,
  ],
  [
    { edit: 'rename', path, newPath: 'kiln.md' },
    ['renameNote', { body: { ...place, newPath: 'kiln.md' }, query: {} }],
    `Renamed to "${path}": version 4, 9 lines. These notes still link to the old path: "a.md" (line 3, 7).`,
  ],
  [{ edit: 'delete', path }, ['removeNote', { query: place }], `Deleted "${path}"; its versions are kept.`],
])('passes an edit on to its route: %j', async (args, called, said) => {
  const linking = [{ path: 'a.md', title: 'A', version: 1, lines: [3, 7] }];
  const { host, asked } = hostOf({ note, linking, version: 4 });

  const { text } = await memoryEditTool.call(host, ada, args);

  expect(asked).toEqual([called]);
  expect(text).toBe(said);
});

it('deletes all pages of a folder, and names what stays', async () => {
  const error = { code: 'auth/forbidden', message: 'not yours' };
  const { host, asked } = hostOf(
    { results: [{ path: 'old/a.md', version: 2 }], nextAfter: 'old/a.md' },
    { results: [{ path: 'old/b.md', error }], nextAfter: null },
  );

  const { text, answer } = await memoryEditTool.call(host, ada, { edit: 'delete', path: 'old/' });

  expect(asked.map(([, input]) => input)).toEqual([
    { body: { workspace: 'default', prefix: 'old/' } },
    { body: { workspace: 'default', prefix: 'old/', after: 'old/a.md' } },
  ]);
  expect(text).toContain('Deleted 1 note of "old/"');
  expect(answer).toMatchObject({ deleted: 1, refused: ['old/b.md'] });
});

it.each([
  [{ edit: 'replace', path, oldText: 'noon' }, ['text']],
  [{ edit: 'insert', path, text: 'x' }, ['afterLine']],
  [{ edit: 'insert', path, text: 'x', afterLine: 1, oldText: 'y' }, ['oldText']],
  [{ edit: 'rename', path }, ['newPath']],
  [{ edit: 'delete', path, text: 'x' }, ['text']],
  [{ edit: 'delete', path: 'old/', expectedVersion: 2 }, ['expectedVersion']],
])('refuses an edit without its fields, or with those of another: %j', async (args, fields) => {
  const { host, asked } = hostOf();

  await expect(memoryEditTool.call(host, ada, args)).rejects.toMatchObject({
    code: 'request/invalid',
    issues: fields.map((field) => expect.objectContaining({ field })),
  });
  expect(asked).toEqual([]);
});

it('says that a folder has no notes', async () => {
  const { host } = hostOf({ results: [], nextAfter: null });

  await expect(memoryEditTool.call(host, ada, { edit: 'delete', path: 'none/' })).rejects.toMatchObject({
    code: 'note/unknown',
  });
});
