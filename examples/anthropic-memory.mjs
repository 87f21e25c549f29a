// Anthropic SDK: the memory tool over notes that the team shares.
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { cairnClient } from '@cairn-memory/client';
import { MemoryTool } from '@cairn-memory/client/memory-tool';

const cairn = cairnClient({ url: process.env.CAIRN_URL, key: process.env.CAIRN_KEY });
const memory = betaMemoryTool(new MemoryTool(cairn, { folder: 'example-memories' }));

// With a key for a model: await new Anthropic().beta.messages.toolRunner({ model, messages, tools: [memory], max_tokens: 2000 })
const path = '/memories/billing.md';
const use = async (command) => {
  try {
    return await memory.run(command);
  } catch (error) {
    return error.message;
  }
};
await use({ command: 'delete', path });
await use({ command: 'create', path, file_text: 'Redis locks guard the billing jobs.\n' });
await use({ command: 'str_replace', path, old_str: 'Redis', new_str: 'Postgres' });
console.log(await use({ command: 'view', path }));
