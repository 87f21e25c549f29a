// Vercel AI SDK: the tools of Cairn for generateText and streamText.
import { createMCPClient } from '@ai-sdk/mcp';

const { CAIRN_URL, CAIRN_KEY } = process.env;

const client = await createMCPClient({
  transport: { type: 'http', url: `${CAIRN_URL}/mcp`, headers: { Authorization: `Bearer ${CAIRN_KEY}` } },
});
try {
  const tools = await client.tools();
  // With a model: await generateText({ model, tools, prompt: 'What guards our billing jobs?', stopWhen: stepCountIs(5) })
  const call = (name, input) => tools[name].execute(input, { toolCallId: name, messages: [] });

  await call('crystal_remember', {
    title: 'Billing jobs',
    content: 'Postgres locks guard the billing jobs.',
    category: 'decision',
  });
  const { content } = await call('crystal_recall', { query: 'what guards the billing jobs?' });
  console.log(content[0].text);
} finally {
  await client.close();
}
