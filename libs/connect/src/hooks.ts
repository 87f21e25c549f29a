import { readValueAt, withListItem, withoutListItem, withoutValue, withValue } from './config-text.ts';
import { hookMoments, matcherOf, type HookClient, type HookMoment } from './hook-clients.ts';
import { openCodePlugin } from './opencode-plugin.ts';

type HookEntry = Readonly<Record<string, unknown>>;

/** Events of a client, each with the entry that runs the hook program. */
const entriesOf = (client: HookClient, program: string): readonly (readonly [string, HookEntry])[] =>
  Object.entries(client.events).map(([moment, name]) => [name, entryOf(client, moment as HookMoment, program)]);

function entryOf(client: HookClient, moment: HookMoment, program: string): HookEntry {
  const { id, layout, timeoutUnit } = client;
  const timeout = hookMoments[moment] * (timeoutUnit === 'milliseconds' ? 1_000 : 1);
  const command = { type: 'command', command: `${program} ${moment} --client ${id}`, timeout };
  const matcher = moment === 'pre-tool' ? { matcher: matcherOf(client) } : {};
  return layout === 'groups' ? { ...matcher, hooks: [command] } : { ...matcher, ...command };
}

/** Returns the hooks of a client by event, in the form that a plugin's hooks file and the client's own file share. */
export const hookEntries = (client: HookClient, program: string): Readonly<Record<string, readonly HookEntry[]>> =>
  Object.fromEntries(entriesOf(client, program).map(([name, entry]) => [name, [entry]]));

/** Version that flat lists of hooks state. */
const LAYOUT_VERSION = 1;

/**
 * Returns the text of a client's hooks file with our hooks, in place of older hooks of ours. `program` is a command line that
 * runs the hook program, its words quoted as in JSON.
 */
export function withHooks(client: HookClient, text: string, program: string): string {
  if (client.layout === 'plugin') return openCodePlugin(program);
  if (client.layout === 'owned')
    return `${JSON.stringify({ version: LAYOUT_VERSION, hooks: hookEntries(client, program) }, null, 2)}\n`;
  let changed = withoutHooks(text, program);
  if (client.layout === 'entries' && readValueAt(changed, 'json', ['version']) === undefined)
    changed = withValue(changed, 'json', ['version'], LAYOUT_VERSION);
  for (const [name, entry] of entriesOf(client, program)) changed = withListItem(changed, ['hooks', name], entry);
  return changed;
}

/** Removes from the text the hooks that run `program`, at whatever event. */
export function withoutHooks(text: string, program: string): string {
  const all = readValueAt(text, 'json', ['hooks']);
  const names = typeof all === 'object' && all !== null ? Object.keys(all) : [];
  return names.reduce((left, name) => withoutHooksAt(left, ['hooks', name], program), text);
}

function withoutHooksAt(text: string, path: readonly string[], program: string): string {
  const listed = readValueAt(text, 'json', path);
  if (!Array.isArray(listed)) return text;
  let changed = text;
  for (let at = listed.length - 1; at >= 0; at -= 1)
    if (JSON.stringify(listed[at]).includes(JSON.stringify(program).slice(1, -1)))
      changed = withoutListItem(changed, path, at);
  const left = readValueAt(changed, 'json', path);
  return Array.isArray(left) && left.length === 0 && listed.length > 0
    ? withoutValue(changed, 'json', path, 1)
    : changed;
}
