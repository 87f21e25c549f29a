import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { describeUses, type MeaningReviewItem } from '@cairn/contracts';
import { MEANING_FORM, joinTitle, newBoundary, renderList } from '@cairn/prompt';
import type { RunTool } from './resources.ts';

const BLOCK_CHARS = 8_000;

/** Arguments of prompts that read; `completions.ts` completes them. */
const placeFields = {
  channel: z.string().optional().describe('Channel to read; items of a peer channel need it'),
  project: z.string().optional().describe('Project that you work on: its items come first'),
};

/** Removes arguments that are not given or empty, as clients send fields of a form. */
const givenOf = <Fields extends Record<string, string | undefined>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value));

/** Registers prompts for people. Each prompt contains an answer of the memory, framed as data. */
export function registerPrompts(server: McpServer, run: RunTool, lacking: FindLacking): void {
  registerMeaning(server, lacking);
  server.registerPrompt(
    'briefing',
    {
      title: 'Brief me',
      description: 'Rules, open goals, changes and the stored knowledge of a topic, to begin a session with',
      argsSchema: z.object({ topic: z.string().optional().describe('Topic of the session'), ...placeFields }),
    },
    async ({ topic, channel, project }) => {
      const place = { budgetChars: BLOCK_CHARS, ...givenOf({ channel, project }) };
      const { text: lately } = await run('crystal_wake', place);
      const known = topic ? await run('crystal_recall', { query: topic, ...place }) : undefined;
      return promptResult(
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
      argsSchema: z.object({ decision: z.string().describe('The decision'), ...placeFields }),
    },
    async ({ decision, channel, project }) => {
      const place = givenOf({ channel, project });
      const { text } = await run('crystal_why_did_we', { decision, budgetChars: BLOCK_CHARS, ...place });
      return promptResult(
        `Tell me why we decided ${JSON.stringify(decision)}: the decision, the alternatives and why not, the reasons, what came of it, each with the id that it comes from. Name what the memory does not hold; do not fill it in.`,
        [text],
      );
    },
  );
}

/** Finds the memories whose writer gave no structured meaning. */
export type FindLacking = () => Promise<readonly MeaningReviewItem[]>;

const REVIEW_TASK = `Each memory below lacks what it means in a fixed form. Read it, and propose what it says itself, nothing more:
${MEANING_FORM}
To add relations, call crystal_remember with the same title and text and these.
Leave out what the text does not say. Show me each proposal with the id, and call crystal_update with memoryId, expectedVersion and the field only for those that I confirm. The answer says what was understood: tell me where it differs.`;

function registerMeaning(server: McpServer, lacking: FindLacking): void {
  server.registerPrompt(
    'meaning',
    {
      title: 'Give memories their meaning',
      description:
        'Rules, decisions and facts without a given meaning, the most used first, to be filled in and confirmed',
    },
    async () => promptResult(REVIEW_TASK, [listOf(await lacking())]),
  );
}

const listOf = (items: readonly MeaningReviewItem[]): string =>
  renderList({
    heading: 'Memories without a given meaning',
    boundary: newBoundary(),
    budgetChars: BLOCK_CHARS,
    notes: items.length === 0 ? ['Nothing lacks a meaning.'] : [],
    entries: items.map(({ memoryId, category, title, content, version, lacks, uses }) => ({
      id: memoryId,
      about: `${category} without ${lacks}, version ${version}${uses ? `, ${describeUses(uses)}` : ''}`,
      text: joinTitle(title, content),
    })),
  });

const promptResult = (task: string, blocks: readonly string[]): GetPromptResult => ({
  messages: [task, ...blocks].map((text) => ({ role: 'user' as const, content: { type: 'text' as const, text } })),
});
