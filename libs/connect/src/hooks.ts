import { valueAt, withListItem, withoutListItem, withoutValue } from './config-text.ts';

/** When Claude Code runs a hook of ours: the event's name there and here, for which tools, and when it gives up on it. */
export const hookEvents = [
  { name: 'SessionStart', event: 'session-start', timeoutSeconds: 5 },
  { name: 'UserPromptSubmit', event: 'prompt', timeoutSeconds: 3 },
  {
    name: 'PreToolUse',
    event: 'pre-tool',
    // Anchored, since clients search; tools of Cairn itself do nothing that a rule of the team is about.
    matcher: '^(?:Bash|PowerShell|Write|Edit|MultiEdit|NotebookEdit|WebFetch|mcp__(?!(?:plugin_)?cairn_).+)$',
    timeoutSeconds: 2,
  },
  { name: 'Stop', event: 'stop', timeoutSeconds: 5 },
  { name: 'PreCompact', event: 'pre-compact', timeoutSeconds: 5 },
  { name: 'SessionEnd', event: 'session-end', timeoutSeconds: 5 },
] as const;

interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly { readonly type: 'command'; readonly command: string; readonly timeout: number }[];
}

/** The hooks as a plugin's hooks file and the settings have them. `command` is what an event's name is put behind. */
export const hookGroups = (command: string): Readonly<Record<string, readonly HookGroup[]>> =>
  Object.fromEntries(hookEvents.map((one) => [one.name, [groupOf(one, command)]]));

const groupOf = (one: (typeof hookEvents)[number], command: string): HookGroup => ({
  ...('matcher' in one && { matcher: one.matcher }),
  hooks: [{ type: 'command', command: `${command} ${one.event}`, timeout: one.timeoutSeconds }],
});

/** Settings with our hooks behind those that are there; ours of earlier are replaced. */
export function withHooks(settings: string, command: string): string {
  let text = withoutHooks(settings, command);
  for (const one of hookEvents) text = withListItem(text, ['hooks', one.name], groupOf(one, command));
  return text;
}

/** Settings without the hooks that run the command. */
export function withoutHooks(settings: string, command: string): string {
  let text = settings;
  for (const { name } of hookEvents) {
    const groups = valueAt(text, 'json', ['hooks', name]);
    if (!Array.isArray(groups)) continue;
    for (let at = groups.length - 1; at >= 0; at -= 1)
      if (JSON.stringify(groups[at]).includes(JSON.stringify(command).slice(1, -1)))
        text = withoutListItem(text, ['hooks', name], at);
    const left = valueAt(text, 'json', ['hooks', name]);
    if (Array.isArray(left) && left.length === 0 && groups.length > 0)
      text = withoutValue(text, 'json', ['hooks', name], 1);
  }
  return text;
}
