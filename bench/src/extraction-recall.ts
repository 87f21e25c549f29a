import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractFrom, type ConversationMessage, type Embed, type Extracted } from '@cairn/extraction';
import { cutAtWord } from '@cairn/text';
import { z } from 'zod';
import { startBenchServer } from './bench-server.ts';
import { ownQuotes } from './extraction-score.ts';
import { readConversations, rowsOf } from './extraction-sets.ts';
import { measureSet } from './quality-set.ts';
import { metricsText } from './quality-text.ts';

const SETS = ['locomo', 'beam'];
const VIEWS = ['messages-own', 'both-own'];
const FILES = ['messages.jsonl', 'messages.jsonl.gz', 'queries.jsonl', 'queries.jsonl.gz'];
const PART = 'dev';

/**
 * Compares recall over the messages of public sets with recall over these messages and all memories proposed from them,
 * as if all were kept. A memory counts as the message that states it.
 */
export async function measureKept(data: string, embed: Embed | undefined): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-kept-'));
  try {
    const lines: string[] = [];
    for (const set of SETS.filter((name) => existsSync(join(data, name)))) {
      await writeSet(join(data, set, PART), join(folder, set, PART), embed);
      const request = { ...REQUEST, data: folder, sets: [set] };
      const measured = await measureSet(request, set, () => startBenchServer({ remember: true }));
      lines.push(...measured.map(({ view, result }) => metricsText(`${set} ${view.name}`, result, () => undefined)));
    }
    return lines.join('\n\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const REQUEST = {
  ...({ part: PART, views: VIEWS, recipe: 'fused', backend: 'embedded', ablation: false, confidence: false } as const),
  ...{ out: undefined, compare: undefined },
};

/** Writes a set whose memories are those that its conversations propose. */
async function writeSet(from: string, to: string, embed: Embed | undefined): Promise<void> {
  mkdirSync(to, { recursive: true });
  for (const file of FILES.filter((name) => existsSync(join(from, name))))
    copyFileSync(join(from, file), join(to, file));
  const conversations = new Map(
    rowsOf(join(from, 'messages.jsonl')).map((row) => {
      const { id, conversation } = Place.parse(row);
      return [id, conversation] as const;
    }),
  );
  const rows: object[] = [];
  for (const messages of readConversations(from))
    for (const proposal of await extractFrom(messages, { embed }))
      rows.push(memoryOf(proposal, { id: `kept/${rows.length}`, messages, conversations }));
  writeFileSync(join(to, 'memories.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

const Place = z.object({ id: z.string(), conversation: z.string() });
const TITLE_CHARS = 100;

interface Origin {
  readonly id: string;
  readonly messages: readonly ConversationMessage[];
  readonly conversations: ReadonlyMap<string, string>;
}

function memoryOf(proposal: Extracted, { id, messages, conversations }: Origin): object {
  const { statement, content, store, category, subject, attribute, quotes, validTo } = proposal;
  const evidence = ownQuotes(proposal)[0]!.messageId;
  const { timestamp } = messages.find((message) => message.id === evidence)!;
  return {
    ...{
      id,
      conversation: conversations.get(evidence),
      store,
      category,
      subject,
      attribute,
      validTo,
      timestamp,
      evidence,
    },
    ...{ title: cutAtWord(statement.split('\n')[0]!, TITLE_CHARS), content },
    sourceIds: [...new Set(quotes.map(({ messageId }) => messageId))],
  };
}
