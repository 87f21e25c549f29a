import { DEMO_CHANNEL, DEMO_SOURCE, MemoryInput, MessageInput } from '@cairn/contracts';
import type { ParsedLine } from '../parsed.ts';
import memories from './team-memories.json' with { type: 'json' };
import messages from './team-messages.json' with { type: 'json' };

const demoFields = (id: string, at: string) => ({
  channel: DEMO_CHANNEL,
  source: DEMO_SOURCE,
  externalId: `demo/${id}`,
  timestamp: Date.parse(at),
});

/** Yields the memories and messages of the demo team in the form of an import; they are the same each time. */
export async function* demoItems(): AsyncGenerator<ParsedLine> {
  for (const [line, { id, at, ...memory }] of memories.entries())
    yield {
      type: 'memory',
      place: { file: 'team-memories.json', line: line + 2 },
      input: MemoryInput.parse({ ...memory, ...demoFields(id, at) }),
    };
  for (const [line, { id, at, session, speaker, text }] of messages.entries())
    yield {
      type: 'message',
      place: { file: 'team-messages.json', line: line + 2 },
      input: MessageInput.parse({ speaker, content: text, sessionKey: `demo/${session}`, ...demoFields(id, at) }),
    };
}

export interface DemoQuestion {
  readonly query: string;
  readonly sources: 'memories' | 'messages';
  /** Explains which words a keyword search would have needed. */
  readonly point: string;
}

/** Questions whose words do not occur in the stored texts. */
export const demoQuestions: readonly DemoQuestion[] = [
  {
    query: "why don't we charge the card right when somebody buys a ticket?",
    sources: 'memories',
    point: 'The team wrote of amounts that are authorised and captured, not of charging cards.',
  },
  {
    query: 'who takes the call when the database dies on a Sunday?',
    sources: 'memories',
    point: 'The memory says Postgres, pager rota and out-of-hours.',
  },
  {
    query: 'my handheld device is frozen, how do I reboot it?',
    sources: 'messages',
    point: 'In the chat a reader is dead, and what helps is two buttons and a dock.',
  },
];
