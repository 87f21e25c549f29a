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
  | { readonly via: 'http'; readonly url: string; readonly key: string }
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

/** An MCP client and its configuration format, as documented by its vendor. */
export interface McpClient {
  readonly id: string;
  readonly title: string;
  readonly files: readonly ConfigFile[];
  readonly format: 'json' | 'toml';
  /** Path of keys, from the file's top level, to the table that lists servers by name. */
  readonly servers: readonly string[];
  readonly via: Connection['via'];
  /** Builds the configuration entry of one server. */
  readonly entryOf: (connection: Connection) => Entry;
  /** Instruction for the user, after which a running client uses the new file. */
  readonly then: string;
}

export type Entry = Readonly<Record<string, unknown>>;

const authorizationHeader = (key: string) => ({ Authorization: `Bearer ${key}` });

/**
 * Creates a function that builds entries: with `http` for servers over HTTP; the entry that starts a program is the same for
 * every client.
 */
const entry =
  (http: (url: string, headers: Record<string, string>) => Entry): McpClient['entryOf'] =>
  (connection) =>
    connection.via === 'http'
      ? http(connection.url, authorizationHeader(connection.key))
      : { command: connection.command, args: connection.args, env: connection.env };

const windowsAppData = ({ env, home }: Machine) => env['APPDATA'] || `${home}/AppData/Roaming`;
const linuxConfigFolder = ({ env, home }: Machine) => env['XDG_CONFIG_HOME'] || `${home}/.config`;

/** Folder for application data on the platform, for programs that follow the platform's convention. */
function appData(machine: Machine, name: string): string {
  if (machine.platform === 'win32') return `${windowsAppData(machine)}/${name}`;
  if (machine.platform === 'darwin') return `${machine.home}/Library/Application Support/${name}`;
  return `${linuxConfigFolder(machine)}/${name}`;
}

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
    // Codex refuses a bearer_token in the file and ignores a table named headers.
    entryOf: entry((url, headers) => ({ url, http_headers: headers })),
    then: 'Start a new session; /mcp lists it.',
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
    format: 'json',
    servers: ['mcp', 'servers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ url, transport: 'streamable-http', headers })),
    then: 'Run: openclaw mcp reload',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    files: [homeConfigFile('.codeium/windsurf/mcp_config.json')],
    format: 'json',
    servers: ['mcpServers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ serverUrl: url, headers })),
    then: 'Press refresh in the MCP panel of Cascade.',
  },
  {
    id: 'zed',
    title: 'Zed',
    files: [
      userConfigFile((machine) =>
        machine.platform === 'win32'
          ? `${windowsAppData(machine)}/Zed/settings.json`
          : `${machine.platform === 'darwin' ? `${machine.home}/.config` : linuxConfigFolder(machine)}/zed/settings.json`,
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
