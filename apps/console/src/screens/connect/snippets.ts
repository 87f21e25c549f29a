interface Snippet {
  readonly name: string;
  /** What to do with the lines. */
  readonly where: string;
  readonly text: (url: string, key: string) => string;
}

const json = (content: object) => JSON.stringify(content, null, 2);
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** How each client is told of an MCP server over HTTP. */
export const snippets: readonly Snippet[] = [
  {
    name: 'Claude Code',
    where: 'Run this in a terminal.',
    text: (url, key) => `claude mcp add --transport http cairn ${url} --header "Authorization: Bearer ${key}"`,
  },
  {
    name: 'Cursor',
    where: 'Put this in ~/.cursor/mcp.json, or .cursor/mcp.json of a project.',
    text: (url, key) => json({ mcpServers: { cairn: { url, headers: bearer(key) } } }),
  },
  {
    name: 'VS Code',
    where: 'Put this in .vscode/mcp.json of a project.',
    text: (url, key) => json({ servers: { cairn: { type: 'http', url, headers: bearer(key) } } }),
  },
  {
    name: 'Codex',
    where: 'Put this in ~/.codex/config.toml, and the key in the environment: export CAIRN_KEY=…',
    text: (url, key) =>
      `[mcp_servers.cairn]\nurl = "${url}"\nbearer_token_env_var = "CAIRN_KEY"\n\n# export CAIRN_KEY=${key}`,
  },
  {
    name: 'Gemini CLI',
    where: 'Put this in ~/.gemini/settings.json.',
    text: (url, key) => json({ mcpServers: { cairn: { httpUrl: url, headers: bearer(key) } } }),
  },
  {
    name: 'Any other client',
    where: 'Streamable HTTP, with the key as a header.',
    text: (url, key) => `${url}\nAuthorization: Bearer ${key}`,
  },
];
