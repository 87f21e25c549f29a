/**
 * Facts of the machine from which the paths of programs' files follow. They are injected, so that tests can use another home
 * folder.
 */
export interface Machine {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the project, for configuration files that belong to one project. */
  readonly project: string;
}

/** How a client reaches Cairn: over HTTP with a key in a header, or through a program that it starts. */
export type Connection =
  | {
      readonly via: 'http';
      readonly url: string;
      /** The key, or the text that the client replaces by it. */
      readonly key: string;
      /** Environment variable that holds the key; absent if the file or another place of the client holds it. */
      readonly keyVariable?: string;
    }
  | {
      readonly via: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };

/** Configuration file of a client, for the whole user account or for one project. */
interface ConfigFile {
  readonly scope: 'user' | 'project';
  readonly path: (machine: Machine) => string;
}

/** Languages of configuration files: `json` may have comments, `json5` is the wider language with unquoted keys. */
export const configFormats = ['json', 'json5', 'toml', 'yaml'] as const;
export type ConfigFormat = (typeof configFormats)[number];

/** Places outside the file in which a client can look up the key, as text that it replaces by the key. */
interface SecretPlaces {
  readonly env?: (variable: string) => string;
  readonly input?: KeyInput;
}

/** Question by which a client asks its user for the key once, and keeps it. */
export interface KeyInput {
  /** Text in an entry that stands for the answer. */
  readonly text: string;
  /** List at the top level of the file that declares the questions. */
  readonly list: string;
  readonly declared: Entry & { readonly id: string };
}

/** An MCP client and its configuration format, as documented by its vendor. */
export interface McpClient {
  readonly id: string;
  readonly title: string;
  readonly files: readonly ConfigFile[];
  readonly format: ConfigFormat;
  /** Path of keys, from the file's top level, to the table that lists servers by name. */
  readonly servers: readonly string[];
  readonly via: Connection['via'];
  /** Builds the configuration entry of one server. */
  readonly entryOf: (connection: Connection) => Entry;
  /** Instruction for the user, after which a running client uses the new file. */
  readonly then: string;
  /** Places for the key besides the file; absent if the client has none. */
  readonly secrets?: SecretPlaces;
  /** Folder whose presence shows that the client is installed; by default the folder of its file. */
  readonly folder?: (machine: Machine) => string;
}

export type Entry = Readonly<Record<string, unknown>>;

const authorizationHeader = (key: string) => ({ Authorization: `Bearer ${key}` });

/**
 * Creates a function that builds entries: with `http` for servers over HTTP; the entry that starts a program is the same for
 * every client.
 */
const entry =
  (http: (url: string, headers: Record<string, string>, keyVariable?: string) => Entry): McpClient['entryOf'] =>
  (connection) =>
    connection.via === 'http'
      ? http(connection.url, authorizationHeader(connection.key), connection.keyVariable)
      : { command: connection.command, args: connection.args, env: connection.env };

/** Syntaxes in which clients refer to an environment variable. */
const shellVariable = (name: string) => `\${${name}}`;
const prefixedVariable = (name: string) => `\${env:${name}}`;
const bracedVariable = (name: string) => `{env:${name}}`;

/** Environment variable for the key of a client. It is not `CAIRN_KEY`, which is the key of the person at the command line. */
export const keyVariableOf = ({ id }: Pick<McpClient, 'id'>): string =>
  `CAIRN_KEY_${id.toUpperCase().replaceAll('-', '_')}`;

const windowsAppData = ({ env, home }: Machine) => env['APPDATA'] || `${home}/AppData/Roaming`;
const linuxConfigFolder = ({ env, home }: Machine) => env['XDG_CONFIG_HOME'] || `${home}/.config`;

/** Folder for application data on the platform, for programs that follow the platform's convention. */
function appData(machine: Machine, name: string): string {
  if (machine.platform === 'win32') return `${windowsAppData(machine)}/${name}`;
  if (machine.platform === 'darwin') return `${machine.home}/Library/Application Support/${name}`;
  return `${linuxConfigFolder(machine)}/${name}`;
}

/** Folder of programs that use `~/.config` on macOS too. */
const configFolder = (machine: Machine, windows = windowsAppData(machine)): string =>
  machine.platform === 'win32'
    ? windows
    : machine.platform === 'darwin'
      ? `${machine.home}/.config`
      : linuxConfigFolder(machine);

const homeConfigFile = (path: string): ConfigFile => ({ scope: 'user', path: ({ home }) => `${home}/${path}` });
const projectConfigFile = (path: string): ConfigFile => ({
  scope: 'project',
  path: ({ project }) => `${project}/${path}`,
});
const userConfigFile = (path: ConfigFile['path']): ConfigFile => ({ scope: 'user', path });

export const clients: readonly McpClient[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    files: [
      userConfigFile(({ env, home }) => `${env['CLAUDE_CONFIG_DIR'] || home}/.claude.json`),
      projectConfigFile('.mcp.json'),
    ],
    format: 'json',
    servers: ['mcpServers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ type: 'http', url, headers })),
    then: 'Start a new session; /mcp lists it.',
    secrets: { env: shellVariable },
    folder: ({ env, home }) => env['CLAUDE_CONFIG_DIR'] || `${home}/.claude`,
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    files: [userConfigFile((machine) => `${appData(machine, 'Claude')}/claude_desktop_config.json`)],
    format: 'json',
    servers: ['mcpServers'],
    via: 'stdio',
    entryOf: entry((url, headers) => ({ type: 'http', url, headers })),
    then: 'Quit Claude Desktop and open it again.',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    files: [homeConfigFile('.cursor/mcp.json'), projectConfigFile('.cursor/mcp.json')],
    format: 'json',
    servers: ['mcpServers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ url, headers })),
    then: 'Cursor reads it by itself; Settings, MCP lists it.',
    secrets: { env: prefixedVariable },
  },
  {
    id: 'vscode',
    title: 'VS Code',
    files: [
      userConfigFile((machine) => `${appData(machine, 'Code')}/User/mcp.json`),
      projectConfigFile('.vscode/mcp.json'),
    ],
    format: 'json',
    servers: ['servers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ type: 'http', url, headers })),
    then: 'Run "MCP: List Servers" and start it.',
    secrets: {
      env: prefixedVariable,
      input: {
        text: '${input:cairn-key}',
        list: 'inputs',
        declared: { type: 'promptString', id: 'cairn-key', description: 'Key of Cairn', password: true },
      },
    },
  },
  {
    id: 'codex',
    title: 'Codex',
    files: [
      userConfigFile(({ env, home }) => `${env['CODEX_HOME'] || `${home}/.codex`}/config.toml`),
      projectConfigFile('.codex/config.toml'),
    ],
    format: 'toml',
    servers: ['mcp_servers'],
    via: 'http',
    // Codex refuses a bearer_token in the file, ignores a table named headers, and replaces no variable in http_headers.
    entryOf: entry((url, headers, variable) =>
      variable === undefined ? { url, http_headers: headers } : { url, bearer_token_env_var: variable },
    ),
    then: 'Start a new session; /mcp lists it.',
    secrets: { env: shellVariable },
  },
  {
    id: 'openclaw',
    title: 'OpenClaw',
    files: [
      userConfigFile(
        ({ env, home }) =>
          env['OPENCLAW_CONFIG_PATH'] || `${env['OPENCLAW_STATE_DIR'] || `${home}/.openclaw`}/openclaw.json`,
      ),
    ],
    format: 'json5',
    servers: ['mcp', 'servers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ url, transport: 'streamable-http', headers })),
    then: 'Run: openclaw mcp reload',
    secrets: { env: shellVariable },
  },
  {
    id: 'windsurf',
    title: 'Windsurf (before Devin Desktop)',
    files: [homeConfigFile('.codeium/windsurf/mcp_config.json')],
    format: 'json',
    servers: ['mcpServers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ serverUrl: url, headers })),
    then: 'Press refresh in the MCP panel of Cascade.',
    secrets: { env: prefixedVariable },
  },
  {
    id: 'zed',
    title: 'Zed',
    files: [
      userConfigFile(
        (machine) => `${configFolder(machine)}/${machine.platform === 'win32' ? 'Zed' : 'zed'}/settings.json`,
      ),
      projectConfigFile('.zed/settings.json'),
    ],
    format: 'json',
    servers: ['context_servers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ url, headers })),
    then: 'Zed reads it by itself; the agent panel lists it.',
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    files: [homeConfigFile('.gemini/settings.json'), projectConfigFile('.gemini/settings.json')],
    format: 'json',
    servers: ['mcpServers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ httpUrl: url, headers })),
    then: 'Start a new session; /mcp lists it.',
    secrets: { env: shellVariable },
  },
  {
    id: 'copilot-cli',
    title: 'Copilot CLI',
    files: [userConfigFile(({ env, home }) => `${env['COPILOT_HOME'] || `${home}/.copilot`}/mcp-config.json`)],
    format: 'json',
    servers: ['mcpServers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ type: 'http', url, headers, tools: ['*'] })),
    then: 'Start a new session; /mcp show lists it.',
    secrets: { env: shellVariable },
  },
  {
    id: 'opencode',
    title: 'OpenCode',
    files: [
      userConfigFile(({ env, home }) => `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/opencode/opencode.json`),
      projectConfigFile('opencode.json'),
    ],
    format: 'json',
    // The form of version 1, which version 2 reads too.
    servers: ['mcp'],
    via: 'http',
    entryOf: entry((url, headers) => ({ type: 'remote', url, enabled: true, headers })),
    then: 'Start a new session; opencode mcp list lists it.',
    secrets: { env: bracedVariable },
  },
  {
    id: 'cline',
    title: 'Cline',
    files: [
      userConfigFile(
        ({ env, home }) => env['CLINE_MCP_SETTINGS_PATH'] || `${home}/.cline/data/settings/cline_mcp_settings.json`,
      ),
    ],
    format: 'json',
    servers: ['mcpServers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ type: 'streamableHttp', url, headers })),
    then: 'Cline reads it by itself; MCP Servers, Configure lists it.',
    secrets: { env: prefixedVariable },
    folder: ({ home }) => `${home}/.cline`,
  },
  {
    id: 'kilo',
    title: 'Kilo Code',
    files: [
      userConfigFile(({ env, home }) => `${env['XDG_CONFIG_HOME'] || `${home}/.config`}/kilo/kilo.jsonc`),
      projectConfigFile('.kilo/kilo.jsonc'),
    ],
    format: 'json',
    servers: ['mcp'],
    via: 'http',
    entryOf: entry((url, headers) => ({ type: 'remote', url, enabled: true, headers })),
    then: 'Restart Kilo Code; Settings, Agent Behaviour, MCP Servers lists it.',
    secrets: { env: bracedVariable },
  },
  {
    id: 'goose',
    title: 'Goose',
    files: [
      userConfigFile((machine) =>
        machine.platform === 'win32'
          ? `${windowsAppData(machine)}/Block/goose/config/config.yaml`
          : `${configFolder(machine)}/goose/config.yaml`,
      ),
    ],
    format: 'yaml',
    servers: ['extensions'],
    via: 'http',
    entryOf: entry((url, headers, variable) => ({
      enabled: true,
      type: 'streamable_http',
      name: 'cairn',
      description: 'Team memory',
      uri: url,
      ...(variable !== undefined && { env_keys: [variable] }),
      headers,
      timeout: 300,
    })),
    then: 'Start a new session: goose session.',
    secrets: { env: shellVariable },
  },
  {
    id: 'junie',
    title: 'JetBrains Junie',
    files: [homeConfigFile('.junie/mcp/mcp.json'), projectConfigFile('.junie/mcp/mcp.json')],
    format: 'json',
    servers: ['mcpServers'],
    // Versions of Junie before 2026 only start programs.
    via: 'stdio',
    entryOf: entry((url, headers) => ({ url, headers })),
    then: 'Settings, Tools, Junie, MCP Settings lists it.',
    folder: ({ home }) => `${home}/.junie`,
  },
  {
    id: 'copilot-jetbrains',
    title: 'GitHub Copilot in JetBrains IDEs',
    files: [
      userConfigFile(
        (machine) =>
          `${configFolder(machine, machine.env['LOCALAPPDATA'] || `${machine.home}/AppData/Local`)}/github-copilot/intellij/mcp.json`,
      ),
    ],
    format: 'json',
    servers: ['servers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ url, requestInit: { headers } })),
    then: 'Open the chat of Copilot in agent mode; its tools list it.',
  },
  {
    id: 'devin',
    title: 'Devin Desktop (formerly Windsurf)',
    files: [
      userConfigFile((machine) => `${configFolder(machine)}/devin/mcp_config.json`),
      projectConfigFile('.devin/mcp_config.json'),
    ],
    format: 'json',
    servers: ['mcpServers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ url, headers })),
    then: 'The MCP section of the agent panel lists it.',
  },
];

export const findClient = (id: string): McpClient | undefined => clients.find((client) => client.id === id);

/** Stands for all clients that are not in the table; most of them accept this configuration. */
export const otherClient: McpClient = {
  id: 'other',
  title: 'Any other client',
  files: [],
  format: 'json',
  servers: ['mcpServers'],
  via: 'http',
  entryOf: entry((url, headers) => ({ type: 'http', url, headers })),
  then: '',
};
