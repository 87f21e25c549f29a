import type { Machine } from './clients.ts';

/**
 * Moments at which a client runs the hook program, as its command line names them, with the client's time limit in seconds.
 * The limits are longer than the hook's own time budgets, so that the hook ends by itself.
 */
export const hookMoments = {
  'session-start': 5,
  'subagent-start': 5,
  prompt: 3,
  'pre-tool': 4,
  message: 5,
  stop: 5,
  'pre-compact': 5,
  // Codex allows no more.
  'session-end': 3,
} as const;
export type HookMoment = keyof typeof hookMoments;

/** Names of a client's tools by what they do. All other tools change nothing that a rule could be about. */
interface HookTools {
  readonly shell: readonly string[];
  readonly edit: readonly string[];
  readonly fetch: readonly string[];
  /** Pattern of the tools of MCP servers other than Cairn. */
  readonly mcp: string;
  /** Wider pattern for the matcher of a client whose expressions have no look-ahead. The hook itself leaves out Cairn's tools. */
  readonly mcpInMatcher?: string;
}

/** A client that runs hooks: how it configures them, what it tells them and how it reads their answers. */
export interface HookClient {
  readonly id: string;
  /** Clients of the client table that read these hooks. */
  readonly clients: readonly string[];
  /** Path of the file with the hooks; undefined where a project has no file of its own that is not shared. */
  readonly file: (machine: Machine, scope: 'user' | 'project') => string | undefined;
  /**
   * Layout of that file: `groups` of commands behind a matcher, flat `entries`, or a `plugin` that starts the commands. An
   * `owned` file belongs to Cairn as a whole.
   */
  readonly layout: 'groups' | 'entries' | 'owned' | 'plugin';
  /** Unit of a hook's time limit in that file. */
  readonly timeoutUnit: 'seconds' | 'milliseconds';
  /** The client's names of the moments. */
  readonly events: Readonly<Partial<Record<HookMoment, string>>>;
  readonly tools: HookTools;
  /** Form of the answers that the client reads. */
  readonly answer: 'claude' | 'copilot' | 'cursor' | 'gemini';
  /** Whether the agent reads text that a hook adds before a tool call. Without, the hook can only deny the call. */
  readonly isAdvisedBeforeTools: boolean;
  /** Whether the client also runs the hooks in Claude Code's settings, with its own tools and without regard to the matcher. */
  readonly runsHooksOfClaude?: true;
  /** Reader of the client's transcripts; `messages`: the moments themselves carry the texts. */
  readonly transcript: 'claude-code' | 'codex' | 'copilot' | 'messages';
  /** Instruction for the user, after which the client runs the hooks; absent where it does so by itself. */
  readonly then?: string;
}

const userFile =
  (path: (machine: Machine) => string): HookClient['file'] =>
  (machine, scope) =>
    scope === 'user' ? path(machine) : undefined;

/** Cairn's own tools are excluded, as a server of the configuration and as one of the plugin. */
const MCP_AS_CLAUDE = 'mcp__(?!(?:plugin_)?cairn_).+';

/** Names that Claude Code chose and others took over. */
const CLAUDE_EVENTS = {
  'session-start': 'SessionStart',
  'subagent-start': 'SubagentStart',
  prompt: 'UserPromptSubmit',
  'pre-tool': 'PreToolUse',
  stop: 'Stop',
  'pre-compact': 'PreCompact',
  'session-end': 'SessionEnd',
} as const;

/**
 * The facts are from what the vendors publish: the hooks references of Claude Code, VS Code, GitHub Copilot, Gemini CLI and
 * Cursor, the JSON schemas inside Codex 0.171, the tool names inside Gemini CLI 0.61, the types of @opencode-ai/plugin 1.18.
 */
export const hookClients: readonly HookClient[] = [
  {
    id: 'claude-code',
    clients: ['claude-code'],
    // In a project, the settings file that is not shared, since the commands contain paths of this machine.
    file: ({ env, home, project }, scope) =>
      scope === 'user'
        ? `${env['CLAUDE_CONFIG_DIR'] || `${home}/.claude`}/settings.json`
        : `${project}/.claude/settings.local.json`,
    layout: 'groups',
    timeoutUnit: 'seconds',
    events: CLAUDE_EVENTS,
    tools: {
      shell: ['Bash', 'PowerShell'],
      edit: ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'],
      fetch: ['WebFetch'],
      mcp: MCP_AS_CLAUDE,
    },
    answer: 'claude',
    isAdvisedBeforeTools: true,
    transcript: 'claude-code',
  },
  {
    id: 'codex',
    clients: ['codex'],
    file: userFile(({ env, home }) => `${env['CODEX_HOME'] || `${home}/.codex`}/hooks.json`),
    layout: 'groups',
    timeoutUnit: 'seconds',
    events: CLAUDE_EVENTS,
    tools: { shell: ['Bash'], edit: ['apply_patch'], fetch: [], mcp: MCP_AS_CLAUDE, mcpInMatcher: 'mcp__.+' },
    answer: 'claude',
    isAdvisedBeforeTools: true,
    transcript: 'codex',
    then: 'Codex asks at its next start whether it may run them: choose to trust them.',
  },
  {
    // One row, since VS Code and Copilot CLI read the same file. Neither gives an agent text at a prompt.
    id: 'copilot',
    clients: ['vscode', 'copilot-cli'],
    file: userFile(({ env, home }) => `${env['COPILOT_HOME'] || `${home}/.copilot`}/hooks/cairn.json`),
    layout: 'owned',
    timeoutUnit: 'seconds',
    events: {
      'session-start': 'SessionStart',
      'subagent-start': 'SubagentStart',
      'pre-tool': 'PreToolUse',
      stop: 'Stop',
      'pre-compact': 'PreCompact',
      'session-end': 'SessionEnd',
    },
    tools: {
      shell: ['run_in_terminal', 'runTerminalCommand', 'Bash', 'bash', 'powershell'],
      edit: [
        ...['replace_string_in_file', 'multi_replace_string_in_file', 'create_file', 'insert_edit_into_file'],
        ...['edit_notebook_file', 'apply_patch', 'editFiles', 'createFile', 'Write', 'Edit', 'create', 'edit'],
        'str_replace_editor',
      ],
      fetch: ['fetch_webpage', 'WebFetch', 'web_fetch'],
      mcp: '(?:mcp_(?!_?(?:plugin_)?cairn_)|(?!cairn-)\\w[\\w.]*-).+',
    },
    answer: 'copilot',
    isAdvisedBeforeTools: true,
    runsHooksOfClaude: true,
    transcript: 'copilot',
  },
  {
    id: 'gemini-cli',
    clients: ['gemini-cli'],
    file: userFile(({ home }) => `${home}/.gemini/settings.json`),
    layout: 'groups',
    timeoutUnit: 'milliseconds',
    events: {
      'session-start': 'SessionStart',
      prompt: 'BeforeAgent',
      'pre-tool': 'BeforeTool',
      stop: 'AfterAgent',
      'session-end': 'SessionEnd',
    },
    tools: {
      shell: ['run_shell_command'],
      edit: ['write_file', 'replace'],
      fetch: ['web_fetch'],
      mcp: 'mcp_(?!_?cairn_).+',
    },
    answer: 'gemini',
    isAdvisedBeforeTools: false,
    transcript: 'messages',
  },
  {
    id: 'cursor',
    clients: ['cursor'],
    file: userFile(({ home }) => `${home}/.cursor/hooks.json`),
    layout: 'entries',
    timeoutUnit: 'seconds',
    events: {
      'session-start': 'sessionStart',
      'pre-tool': 'preToolUse',
      message: 'beforeSubmitPrompt',
      stop: 'afterAgentResponse',
      'session-end': 'sessionEnd',
    },
    // Cursor names the tool of an MCP server without the server, so Cairn's are known by their own names.
    tools: { shell: ['Shell'], edit: ['Write', 'Delete'], fetch: ['WebFetch'], mcp: 'MCP:(?!crystal_|memory_).+' },
    answer: 'cursor',
    isAdvisedBeforeTools: false,
    runsHooksOfClaude: true,
    transcript: 'messages',
  },
  {
    id: 'opencode',
    clients: ['opencode'],
    file: userFile(({ env, home }) => `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/opencode/plugins/cairn.js`),
    layout: 'plugin',
    timeoutUnit: 'seconds',
    // The plugin itself chooses these names.
    events: {
      'session-start': 'session-start',
      prompt: 'prompt',
      'pre-tool': 'pre-tool',
      message: 'message',
    },
    tools: {
      shell: ['bash'],
      edit: ['edit', 'write', 'multiedit', 'patch', 'apply_patch'],
      fetch: ['webfetch'],
      mcp: '(?!cairn_|apply_patch$)[\\w-]+?_.+',
    },
    answer: 'claude',
    isAdvisedBeforeTools: false,
    transcript: 'messages',
  },
];

/** Finds the hooks that a client of the client table runs. */
export const findHookClient = (clientId: string): HookClient | undefined =>
  hookClients.find(({ id, clients }) => id === clientId || clients.includes(clientId));

/** Whether `connect --hooks` has hooks for a client. */
export const hasHooks = ({ id }: { readonly id: string }): boolean => findHookClient(id) !== undefined;

/** Anchored pattern of the tools at which the hook runs, since some clients search for a match anywhere in the name. */
export const matcherOf = ({ tools: { shell, edit, fetch, mcp, mcpInMatcher = mcp } }: HookClient): string =>
  `^(?:${[...shell, ...edit, ...fetch, mcpInMatcher].join('|')})$`;
