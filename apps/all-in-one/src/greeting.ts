/** What a newcomer needs to see: where things are, the first key, and the line that connects an agent. */
export function greeting({ url, dataDir, key }: { url: string; dataDir: string; key: string | undefined }): string {
  const shownKey = key ?? '<your key>';
  const keyLines = key
    ? ['', `  Your first key   ${key}`, '                   It is shown this once. Keep it.']
    : ['', '  Keys             npm run -s cairn -- keys create NAME'];
  return [
    '',
    '  Cairn is ready: a team memory for AI agents.',
    '',
    `  API              ${url}/v1`,
    `  MCP              ${url}/mcp`,
    `  Docs             ${url}/docs`,
    `  Data             ${dataDir}`,
    ...keyLines,
    '',
    '  Connect Claude Code:',
    `    claude mcp add --transport http cairn ${url}/mcp --header "Authorization: Bearer ${shownKey}"`,
    '',
    '  See it work:     npm run -s cairn -- demo',
    '  Stop:            Ctrl+C; the data stays.',
    '',
  ].join('\n');
}
