// OpenAI Agents SDK: a conversation that is kept in Cairn, where the team recalls what was said.
import { cairnClient } from '@cairn-memory/client';
import { CairnSession } from '@cairn-memory/client/openai-session';
import { Agent, run, setTracingDisabled, Usage } from '@openai/agents';

setTracingDisabled(true);
const cairn = cairnClient({ url: process.env.CAIRN_URL, key: process.env.CAIRN_KEY });

// Stands for a model: it answers with the first text of the conversation. With a key, leave `model` out.
const model = {
  async getResponse({ input }) {
    const [first] = input;
    const text = typeof first.content === 'string' ? first.content : first.content[0].text;
    const content = [{ type: 'output_text', text: `You said: ${text}` }];
    return { usage: new Usage(), output: [{ type: 'message', role: 'assistant', status: 'completed', content }] };
  },
};
const agent = new Agent({ name: 'Engineer', instructions: 'Answer from the conversation.', model });
const session = new CairnSession('example-talk', cairn);

await run(agent, 'Postgres locks guard the billing jobs.', { session });
const { finalOutput } = await run(agent, 'What guards the billing jobs?', { session });
console.log(finalOutput);
