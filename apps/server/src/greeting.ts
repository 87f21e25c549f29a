interface StartedServer {
  readonly url: string;
  readonly dataDir: string;
  readonly key: string | undefined;
  /** Beginning of the commands that reach this server. */
  readonly program: string;
}

/** Text for the person who started the server: the addresses, the console with its first key, and the command to connect an agent. */
export function greetingFor({ url, dataDir, key, program }: StartedServer): string {
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
