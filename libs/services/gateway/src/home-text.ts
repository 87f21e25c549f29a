import { NPX_COMMAND } from '@cairn/contracts';
import own from '../package.json' with { type: 'json' };

/** Text at the root for clients that are no browser: where things are, and how an agent is connected. */
export const homeText = (
  address: string,
): string => `Cairn ${own.version}, a team memory for AI agents: remember once, recall anywhere.

Console    ${address}/console    for people: ask, review and correct; sign in with your key
Docs       ${address}/docs       how to use, share and operate it
HTTP API   ${address}/docs/api   every route, with its schemas; /docs-json is the OpenAPI document
MCP        ${address}/mcp        Streamable HTTP, with Authorization: Bearer YOUR_KEY
For models ${address}/llms.txt   which tool when
State      ${address}/healthz    /readyz says whether the server has what it needs

Connect an agent. The first start printed a key; Agents in the console makes more.

  with hooks:          ${NPX_COMMAND} connect claude-code --hooks --url ${address} --agent-key YOUR_KEY
  Claude Code alone:   claude mcp add --transport http cairn ${address}/mcp --header "Authorization: Bearer YOUR_KEY"
  any MCP client:      { "mcpServers": { "cairn": { "type": "http", "url": "${address}/mcp", "headers": { "Authorization": "Bearer YOUR_KEY" } } } }
  as a program:        ${NPX_COMMAND} --url ${address} --key YOUR_KEY mcp
`;
