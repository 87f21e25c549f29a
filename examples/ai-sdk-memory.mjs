// Vercel AI SDK: what the team knows about a question stands before the conversation, as quoted data.
import { cairnClient } from '@cairn-memory/client';
import { recallMiddleware } from '@cairn-memory/client/ai-sdk';
import { generateText, wrapLanguageModel } from 'ai';

const cairn = cairnClient({ url: process.env.CAIRN_URL, key: process.env.CAIRN_KEY });

// Stands for a model: it answers with the text that it was given first. With a key: anthropic('claude-sonnet-5-5')
const model = {
  specificationVersion: 'v4',
  provider: 'example',
  modelId: 'first-text',
  supportedUrls: {},
  async doGenerate({ prompt: [first] }) {
    const text = typeof first.content === 'string' ? first.content : first.content[0].text;
    const usage = { inputTokens: {}, outputTokens: {} };
    return { content: [{ type: 'text', text }], finishReason: { unified: 'stop' }, usage, warnings: [] };
  },
};

await cairn.addMemories({
  query: { wait: 'indexed' },
  body: { title: 'Billing jobs', content: 'Postgres locks guard the billing jobs.', category: 'decision' },
});
const { text } = await generateText({
  model: wrapLanguageModel({ model, middleware: recallMiddleware(cairn) }),
  prompt: 'What guards the billing jobs?',
});
console.log(text);
