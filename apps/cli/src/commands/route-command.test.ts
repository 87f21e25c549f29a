import { Command } from 'commander';
import type { CliContext } from '../context/cli-context.ts';
import { addRouteCommand, argument, forField, option, words } from './route-command.ts';

const print = () => undefined;
const context = {} as CliContext;
const serverOf = (client: object) =>
  (async (_context: unknown, _options: unknown, use: (server: object) => unknown) => use({ client })) as never;

it('refuses to be made with an option that fills no field of its route', () => {
  const make = () =>
    addRouteCommand(new Command(), context, 'recent', {
      command: 'recent',
      description: '',
      options: [option('--session <key>')],
      print,
    });

  expect(make).toThrow('cairn recent: session are no fields of recent');
});

it('puts each typed value into the part of the request that has its field', async () => {
  const calls: unknown[] = [];
  const client = { call: async (...call: unknown[]) => (calls.push(call), { json: {}, answer: {} }) };
  const server = serverOf(client);
  const told = { ...context, stdout: { write: () => undefined }, env: {} } as unknown as CliContext;
  const program = new Command().option('--json');
  addRouteCommand(program, told, 'changePrincipal', {
    ...{ command: 'set', description: '', server, print },
    args: [argument('<id>'), words('<name...>')],
    options: [forField('peers', option('--peer <name>')), option('--force')],
  });

  await program.parseAsync(['set', 'one', 'Ada', 'Lovelace', '--peer', 'coach:1', '--force'], { from: 'user' });

  const [[name, input]] = calls as [[string, object]];
  expect(name).toBe('changePrincipal');
  expect(input).toMatchObject({
    params: { id: 'one' },
    query: { force: true },
    body: { name: 'Ada Lovelace', peers: 'coach:1' },
  });
});

it('asks before it sends, and sends nothing without consent', async () => {
  const call = jest.fn();
  const server = serverOf({ call });
  const program = new Command();
  addRouteCommand(program, { ...context, stdin: {}, stderr: {} } as CliContext, 'revokeKey', {
    ...{ command: 'revoke', description: '', server, print },
    args: [argument('<id>')],
    question: ({ id }) => `Revoke ${String(id)}?`,
  });

  await expect(program.parseAsync(['revoke', 'one'], { from: 'user' })).rejects.toThrow('Nothing was changed.');
  expect(call).not.toHaveBeenCalled();
});
