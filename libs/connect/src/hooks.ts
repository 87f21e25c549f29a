import { readValueAt, withListItem, withoutListItem, withoutValue } from './config-text.ts';

/**
 * Events at which Claude Code runs our hooks: Claude Code's name of the event, our name, a pattern of the tools it applies to,
 * and the time limit.
 */
export const hookEvents = [
  { name: 'SessionStart', event: 'session-start', timeoutSeconds: 5 },
  { name: 'UserPromptSubmit', event: 'prompt', timeoutSeconds: 3 },
  {
    name: 'PreToolUse',
    event: 'pre-tool',
    // The pattern is anchored, since clients search for a match anywhere. It excludes Cairn's own tools, since no rule of a
    // team is about them.
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

/**
 * Builds hook groups in the format that a plugin's hooks file and the settings share. Each hook runs `command` with the event's
 * name appended.
 */
export const hookGroups = (command: string): Readonly<Record<string, readonly HookGroup[]>> =>
  Object.fromEntries(hookEvents.map((one) => [one.name, [groupOf(one, command)]]));

const groupOf = (one: (typeof hookEvents)[number], command: string): HookGroup => ({
  ...('matcher' in one && { matcher: one.matcher }),
  hooks: [{ type: 'command', command: `${command} ${one.event}`, timeout: one.timeoutSeconds }],
});

/** Appends our hooks to the settings, in place of older hooks of ours. */
export function withHooks(settings: string, command: string): string {
  let text = withoutHooks(settings, command);
  for (const one of hookEvents) text = withListItem(text, ['hooks', one.name], groupOf(one, command));
  return text;
}

/** Removes from the settings the hooks that run `command`. */
export function withoutHooks(settings: string, command: string): string {
  let text = settings;
  for (const { name } of hookEvents) {
    const groups = readValueAt(text, 'json', ['hooks', name]);
    if (!Array.isArray(groups)) continue;
    for (let at = groups.length - 1; at >= 0; at -= 1)
      if (JSON.stringify(groups[at]).includes(JSON.stringify(command).slice(1, -1)))
        text = withoutListItem(text, ['hooks', name], at);
    const left = readValueAt(text, 'json', ['hooks', name]);
    if (Array.isArray(left) && left.length === 0 && groups.length > 0)
      text = withoutValue(text, 'json', ['hooks', name], 1);
  }
  return text;
}
