// LangChain: the tools of Cairn for createAgent and LangGraph.
import { MultiServerMCPClient } from '@langchain/mcp-adapters';

const { CAIRN_URL, CAIRN_KEY } = process.env;

const client = new MultiServerMCPClient({
  cairn: { transport: 'http', url: `${CAIRN_URL}/mcp`, headers: { Authorization: `Bearer ${CAIRN_KEY}` } },
});
try {
  const tools = await client.getTools();
  // With a model: createAgent({ model, tools }).invoke({ messages: 'What guards our billing jobs?' })
  const call = (name, input) => tools.find((tool) => tool.name === name).invoke(input);

  await call('crystal_remember', {
    title: 'Billing jobs',
    content: 'Postgres locks guard the billing jobs.',
    category: 'decision',
  });
  const answer = await call('crystal_recall', { query: 'what guards the billing jobs?' });
  console.log(typeof answer === 'string' ? answer : answer.map(({ text }) => text).join('\n'));
} finally {
  await client.close();
}
