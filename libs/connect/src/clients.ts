/** Where a program of the machine keeps its files: handed in, so that another home can stand for it. */
export interface Machine {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of a project, for configuration that belongs to one. */
  readonly project: string;
}

/** How a client reaches Cairn: over HTTP with a key in a header, or by a program that it starts. */
export type Connection =
  | { readonly via: 'http'; readonly url: string; readonly key: string }
  | {
      readonly via: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };

/** The configuration file of a client: for everything that a user does, or for one project. */
export interface ConfigFile {
  readonly scope: 'user' | 'project';
  readonly path: (machine: Machine) => string;
}

/** One client that connects to MCP servers, as its documentation says it is configured. */
export interface McpClient {
  readonly id: string;
  readonly title: string;
  readonly files: readonly ConfigFile[];
  readonly format: 'json' | 'toml';
  /** Below which keys of the file its servers stand, each under its name. */
  readonly servers: readonly string[];
  readonly via: Connection['via'];
  /** What it is told of one server. */
  readonly entryOf: (connection: Connection) => Entry;
  /** What makes a running client read the file. */
  readonly then: string;
}

export type Entry = Readonly<Record<string, unknown>>;

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** An entry for HTTP made by `http`; a program is started in the same way everywhere. */
const entry =
  (http: (url: string, headers: Record<string, string>) => Entry): McpClient['entryOf'] =>
  (connection) =>
    connection.via === 'http'
      ? http(connection.url, bearer(connection.key))
      : { command: connection.command, args: connection.args, env: connection.env };

const windows = ({ env, home }: Machine) => env['APPDATA'] || `${home}/AppData/Roaming`;
const linux = ({ env, home }: Machine) => env['XDG_CONFIG_HOME'] || `${home}/.config`;

/** Where programs with a folder of their own for each platform keep it. */
function appData(machine: Machine, name: string): string {
  if (machine.platform === 'win32') return `${windows(machine)}/${name}`;
  if (machine.platform === 'darwin') return `${machine.home}/Library/Application Support/${name}`;
  return `${linux(machine)}/${name}`;
}

const inHome = (path: string): ConfigFile => ({ scope: 'user', path: ({ home }) => `${home}/${path}` });
const inProject = (path: string): ConfigFile => ({ scope: 'project', path: ({ project }) => `${project}/${path}` });
const user = (path: ConfigFile['path']): ConfigFile => ({ scope: 'user', path });

export const clients: readonly McpClient[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    files: [user(({ env, home }) => `${env['CLAUDE_CONFIG_DIR'] || home}/.claude.json`), inProject('.mcp.json')],
    format: 'json',
    servers: ['mcpServers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ type: 'http', url, headers })),
    then: 'Start a new session; /mcp lists it.',
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    files: [user((machine) => `${appData(machine, 'Claude')}/claude_desktop_config.json`)],
    format: 'json',
    servers: ['mcpServers'],
    via: 'stdio',
    entryOf: entry((url, headers) => ({ type: 'http', url, headers })),
    then: 'Quit Claude Desktop and open it again.',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    files: [inHome('.cursor/mcp.json'), inProject('.cursor/mcp.json')],
    format: 'json',
    servers: ['mcpServers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ url, headers })),
    then: 'Cursor reads it by itself; Settings, MCP lists it.',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    files: [user((machine) => `${appData(machine, 'Code')}/User/mcp.json`), inProject('.vscode/mcp.json')],
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
      user(({ env, home }) => `${env['CODEX_HOME'] || `${home}/.codex`}/config.toml`),
      inProject('.codex/config.toml'),
    ],
    format: 'toml',
    servers: ['mcp_servers'],
    via: 'http',
    // A bearer_token in the file is refused, and headers is a name that Codex does not read.
    entryOf: entry((url, headers) => ({ url, http_headers: headers })),
    then: 'Start a new session; /mcp lists it.',
  },
  {
    id: 'openclaw',
    title: 'OpenClaw',
    files: [
      user(
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
    files: [inHome('.codeium/windsurf/mcp_config.json')],
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
      user((machine) =>
        machine.platform === 'win32'
          ? `${windows(machine)}/Zed/settings.json`
          : `${machine.platform === 'darwin' ? `${machine.home}/.config` : linux(machine)}/zed/settings.json`,
      ),
      inProject('.zed/settings.json'),
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
    files: [inHome('.gemini/settings.json'), inProject('.gemini/settings.json')],
    format: 'json',
    servers: ['mcpServers'],
    via: 'http',
    entryOf: entry((url, headers) => ({ httpUrl: url, headers })),
    then: 'Start a new session; /mcp lists it.',
  },
];

export const findClient = (id: string): McpClient | undefined => clients.find((client) => client.id === id);

/** What clients that are not in the table take, most of them. */
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
