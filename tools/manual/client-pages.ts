import { DEFAULT_ADDRESS } from '../../libs/contracts/src/default-address.ts';
import {
  clients,
  hasHooks,
  keyVariableOf,
  snippetOf,
  type Connection,
  type Machine,
  type McpClient,
} from '../../libs/connect/src/index.ts';

const FOLDER = 'docs/use/clients';
const SOURCE = 'libs/connect/src/clients.ts';
const KEY = 'cairn_THE_KEY_OF_THE_AGENT';

/** Pages that tell how each client is connected: an overview, and one page a client. */
export const clientPages: readonly { file: string; source: string; text: () => string }[] = [
  { file: `${FOLDER}/README.md`, source: SOURCE, text: overview },
  ...clients.map((client) => ({ file: `${FOLDER}/${client.id}.md`, source: SOURCE, text: () => pageOf(client) })),
];

const made = `<!-- Made from ${SOURCE} by \`npm run docs\`. Change it there. -->`;

function overview(): string {
  const rows = clients.map((client) => [
    `[${client.title}](${client.id}.md)`,
    code(`cairn connect ${client.id}`),
    client.via === 'http' ? 'HTTP' : 'a program that it starts (`cairn mcp`)',
    client.files.some(({ scope }) => scope === 'project') ? 'yes' : 'no',
    placesOf(client).map(code).join(', '),
    hasHooks(client) ? 'yes' : 'no',
  ]);
  return `# Clients

${made}

Each client has a page with its file, the lines in it, how to check the connection, and how to remove it.

${table(['client', 'command', 'reaches Cairn by', 'a file for one project', '`--secret`', '`--hooks`'], rows)}
Any other client: \`cairn connect NAME --print\` prints the lines that most clients take. [Connect an agent](../../start/connect.md) tells
what the command does and which options it has.

The forms follow the documentation of the vendors as of November 2026. \`connect\` calls a tool by the written lines, as the client would; it does not start
the client.
`;
}

function pageOf(client: McpClient): string {
  const { id, title, then, format } = client;
  return `# ${title}

${made}

\`cairn connect ${id}\` gives ${title} the tools of Cairn${hasHooks(client) ? ', and with `--hooks` uses the memory without being asked' : ''}.

## Connect

\`\`\`
${commandsOf(client)
  .map(([command, does]) => `${command.padEnd(42)} # ${does}`)
  .join('\n')}
\`\`\`

${then}

${hooksOf(client)}

## What is written

${table(['file', 'path'], filesOf(client))}
The file is ${languages[format]}. Comments, order and other settings stay, and a copy of the file as it was stands beside it.

${fence(client, snippet(client, { via: 'http', url: `${DEFAULT_ADDRESS}/mcp`, key: KEY }))}
${secretsOf(client)}
## Check

\`cairn connect\` lists ${title} as connected. Ask the agent: "What does Cairn remember of the last days?". It calls a tool such as
\`crystal_recent\`. If it does not, \`cairn doctor\` tells what is wrong.

## Remove

\`\`\`
cairn disconnect ${id}
\`\`\`

It takes the lines out, restores the file if nobody changed it since, and revokes the key. What the agent stored stays.
`;
}

const languages: Readonly<Record<McpClient['format'], string>> = {
  json: 'JSON, with comments if you like',
  json5: 'JSON5',
  toml: 'TOML',
  yaml: 'YAML',
};

function commandsOf(client: McpClient): [command: string, does: string][] {
  const connect = `cairn connect ${client.id}`;
  const isForProjects = client.files.some(({ scope }) => scope === 'project');
  return [
    [connect, 'shows the change, asks, writes it, and tries a call'],
    ...(hasHooks(client)
      ? [[`${connect} --hooks`, 'briefings, rules and kept conversations'] as [string, string]]
      : []),
    ...(isForProjects
      ? [[`${connect} --scope project`, 'for the project in this folder alone'] as [string, string]]
      : []),
    [`${connect} --print`, 'prints the lines, and changes no file'],
  ];
}

const hooksOf = (client: McpClient): string =>
  hasHooks(client)
    ? 'Hooks: yes. [Hooks](../hooks.md) tells what they do here.'
    : 'Hooks: no. The agent uses the memory when it calls a tool, so tell it to in its instructions.';

const platforms: readonly (readonly [name: string, machine: Pick<Machine, 'platform' | 'home' | 'env'>])[] = [
  ['Linux', { platform: 'linux', home: '~', env: {} }],
  ['macOS', { platform: 'darwin', home: '~', env: {} }],
  [
    'Windows',
    { platform: 'win32', home: '%USERPROFILE%', env: { APPDATA: '%APPDATA%', LOCALAPPDATA: '%LOCALAPPDATA%' } },
  ],
];

/** Paths of the files; a path that is the same on several platforms is one row. */
function filesOf({ files }: McpClient): [file: string, path: string][] {
  return files.flatMap(({ scope, path }): [string, string][] => {
    if (scope === 'project') return [['of one project', code(path({ ...platforms[0]![1], project: '.' }).slice(2))]];
    const paths = Map.groupBy(platforms, ([, machine]) => path({ ...machine, project: '.' }));
    return [...paths].map(([each, on]) => [`of the account, ${on.map(([name]) => name).join(' and ')}`, code(each)]);
  });
}

const placesOf = ({ secrets }: McpClient): string[] => [
  'file',
  ...(secrets?.env ? ['env'] : []),
  ...(secrets?.input ? ['input'] : []),
];

function secretsOf(client: McpClient): string {
  const { env, input } = client.secrets ?? {};
  const keyVariable = keyVariableOf(client);
  const url = `${DEFAULT_ADDRESS}/mcp`;
  return [
    'Only you can read the file then: `connect` gives it mode 600 when a key comes in, and says so before.\n',
    ...(env
      ? [
          `\`cairn connect ${client.id} --secret env\` keeps the key out of the file. It prints the line that sets \`${keyVariable}\`, and writes:\n`,
          fence(client, snippet(client, { via: 'http', url, key: env(keyVariable), keyVariable })),
        ]
      : []),
    ...(input
      ? [
          `\`cairn connect ${client.id} --secret input\` lets ${client.title} ask for the key once and keep it. It prints the key, and writes:\n`,
          fence(client, snippetOf(client, 'cairn', client.entryOf({ via: 'http', url, key: input.text }), input)),
        ]
      : []),
  ].join('\n');
}

function snippet(client: McpClient, http: Connection): string {
  const program: Connection = {
    ...{ via: 'stdio', command: 'cairn', args: ['mcp', '--url', DEFAULT_ADDRESS] },
    env: { CAIRN_KEY: KEY },
  };
  return snippetOf(client, 'cairn', client.entryOf(client.via === 'http' ? http : program));
}

const fence = ({ format }: McpClient, text: string): string => `\`\`\`${format}\n${text.trimEnd()}\n\`\`\`\n`;
const code = (text: string): string => `\`${text}\``;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
