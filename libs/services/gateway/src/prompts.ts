import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { RunTool } from './resources.ts';

const BLOCK_CHARS = 8_000;

/** Texts that a person picks in a client: the memory's answer stands in them, framed as data. */
export function registerPrompts(server: McpServer, run: RunTool): void {
  server.registerPrompt(
    'briefing',
    {
      title: 'Brief me',
      description:
        'What holds, what is open, what changed, and what the memory knows of a topic, to begin a session with',
      argsSchema: z.object({ topic: z.string().optional().describe('What the session will be about') }),
    },
    async ({ topic }) => {
      const { text: lately } = await run('crystal_wake', { budgetChars: BLOCK_CHARS });
      const known = topic ? await run('crystal_recall', { query: topic, budgetChars: BLOCK_CHARS }) : undefined;
      return asked(
        `Brief me for this session${topic ? ` about ${JSON.stringify(topic)}` : ''}: what holds, what is open, what changed, each point with the id that it comes from. Say what is missing; add nothing of your own.`,
        [lately, ...(known ? [known.text] : [])],
      );
    },
  );
  server.registerPrompt(
    'why',
    {
      title: 'Why did we?',
      description: 'Why the team decided something, what spoke against it, and what came of it',
      argsSchema: z.object({ decision: z.string().describe('What was decided') }),
    },
    async ({ decision }) => {
      const { text } = await run('crystal_why_did_we', { decision, budgetChars: BLOCK_CHARS });
      return asked(
        `Tell me why we decided ${JSON.stringify(decision)}: the decision, the alternatives and why not, the reasons, what came of it, each with the id that it comes from. Name what the memory does not hold; do not fill it in.`,
        [text],
      );
    },
  );
}

const asked = (task: string, blocks: readonly string[]): GetPromptResult => ({
  messages: [task, ...blocks].map((text) => ({ role: 'user' as const, content: { type: 'text' as const, text } })),
});
