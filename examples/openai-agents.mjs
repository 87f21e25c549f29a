// OpenAI Agents SDK: Cairn as an MCP server of an agent.
import { Agent, MCPServerStreamableHttp } from '@openai/agents';

const { CAIRN_URL, CAIRN_KEY } = process.env;

const cairn = new MCPServerStreamableHttp({
  name: 'cairn',
  url: `${CAIRN_URL}/mcp`,
  requestInit: { headers: { Authorization: `Bearer ${CAIRN_KEY}` } },
});
await cairn.connect();
try {
  // With a key for a model: await run(agent, 'What guards our billing jobs?')
  const agent = new Agent({ name: 'Engineer', instructions: 'Ask the memory before you answer.', mcpServers: [cairn] });
  console.error(`${agent.name} has ${(await cairn.listTools()).length} tools.`);

  await cairn.callTool('crystal_remember', {
    title: 'Billing jobs',
    content: 'Postgres locks guard the billing jobs.',
    category: 'decision',
  });
  const [answer] = await cairn.callTool('crystal_recall', { query: 'what guards the billing jobs?' });
  console.log(answer.text);
} finally {
  await cairn.close();
}
