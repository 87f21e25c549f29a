import type { TeamReach } from './reach.ts';

interface StartedServer {
  readonly url: string;
  readonly dataDir: string;
  readonly key: string | undefined;
  /** How others reach the server; absent if only this machine does. */
  readonly team?: TeamReach | undefined;
  /** Beginning of the commands that reach this server. */
  readonly program: string;
}

/** Text for the person who started the server: the addresses, the console with its first key, and the command to connect an agent. */
export function greetingFor({ url, dataDir, key, program, team }: StartedServer): string {
  const open = key
    ? [
        `  Open             ${url}/console#key=${key}`,
        '                   signs you in: what is stored, and why a recall answers so.',
        '',
        `  Your first key   ${key}`,
        '                   It is shown this once. Keep it.',
      ]
    : [
        `  Open             ${url}/console`,
        '                   and sign in with your key: what is stored, and why a recall answers so.',
        '',
        `  Keys             ${program} keys create NAME`,
      ];
  return [
    '',
    '  Cairn is ready: a team memory for AI agents.',
    '',
    ...open,
    '',
    `  API              ${url}/v1`,
    `  MCP              ${url}/mcp`,
    `  Docs             ${url}/docs`,
    `  Data             ${dataDir}`,
    '',
    ...(team ? linesForTeam(team, program) : []),
    '  In another terminal:',
    `    ${program} connect claude-code --hooks   # or another client: connect lists them`,
    `    ${program} demo                          # a sample team's memory`,
    `    ${program} import claude-code            # your own conversations`,
    `    ${program} recall "why did we choose that queue"`,
    '',
    '  Stop:            Ctrl+C; the data stays.',
    '',
  ].join('\n');
}

function linesForTeam({ addresses, isPlainHttp, caddyfile }: TeamReach, program: string): string[] {
  const [first = 'no address that others reach was found', ...others] = addresses;
  return [
    `  Others use       ${first}`,
    ...others.map((address) => `                   ${address}`),
    `  Invite           ${program} invite NAME`,
    ...(isPlainHttp
      ? ['  Plain HTTP       Whoever is in between can read keys and texts. --tls-cert or a proxy ends that.']
      : []),
    '',
    ...(caddyfile
      ? ['  A proxy on this machine has the certificate. For Caddy, the whole Caddyfile:', '']
          .concat(caddyfile.map((line) => `    ${line}`))
          .concat('')
      : []),
  ];
}
