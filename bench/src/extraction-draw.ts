import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractFrom, type ConversationMessage, type Embed, type Extracted } from '@cairn/extraction';
import { z } from 'zod';
import { ownQuotes } from './extraction-score.ts';
import { messagesOf, readConversations, rowsOf, type JudgedSession } from './extraction-sets.ts';

export interface Draw {
  readonly sessions: readonly JudgedSession[];
  readonly data: string | undefined;
  readonly embed: Embed | undefined;
  readonly count: number;
  readonly seed: number;
  readonly out: string;
}

const PUBLIC_SETS = ['locomo', 'beam', 'beam500k'];
const CONTEXT_MESSAGES = 5;

/** Writes proposals of all sets, the same number of each, with the messages around them and empty fields for a judge. */
export async function drawProposals({ sessions, data, embed, count, seed, out }: Draw): Promise<void> {
  const sets = new Map<string, readonly (readonly ConversationMessage[])[]>([
    [OWN_SET, sessions.map(messagesOf)],
    ...PUBLIC_SETS.filter((set) => data !== undefined && existsSync(join(data, set))).map(
      (set) => [set, readConversations(join(data!, set, 'dev'))] as const,
    ),
  ]);
  const random = randomOf(seed);
  const judged = placesJudged();
  const isJudged = (proposal: Extracted) => ownQuotes(proposal).some((quote) => judged.has(placeOf(quote)));
  const rows: object[] = [];
  for (const [set, all] of sets) {
    const proposals: { readonly order: number; readonly row: object }[] = [];
    for (const messages of all) {
      const found = (await extractFrom(messages, { embed })).filter((proposal) => !isJudged(proposal));
      proposals.push(...found.map((proposal) => ({ order: random(), row: toRow(set, messages, proposal) })));
    }
    const wanted = Math.ceil(count / sets.size);
    rows.push(
      ...proposals
        .toSorted((one, other) => one.order - other.order)
        .slice(0, wanted)
        .map(({ row }) => row),
    );
  }
  writeFileSync(
    out,
    rows
      .slice(0, count)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
}

const CONTEXT_CHARS = 1_500;

/** Makes the row of a proposal: the messages that it quotes in full, and the ends of the messages around them. */
function toRow(set: string, messages: readonly ConversationMessage[], proposal: Extracted): object {
  const quoted = new Set(proposal.quotes.map(({ messageId }) => messageId));
  const at = messages.findIndex(({ id }) => id === ownQuotes(proposal)[0]!.messageId);
  const context = messages
    .slice(Math.max(0, at - CONTEXT_MESSAGES), at + CONTEXT_MESSAGES)
    .map(({ id, role, speaker, content }) => ({
      ...{ id, who: speaker ?? role },
      content: quoted.has(id) ? content : content.slice(-CONTEXT_CHARS),
    }));
  const { kind, content, statement, subject, attribute, certainty, quotes, resolved } = proposal;
  const judged = { faithful: null, worth: null, kind: null, subject: null };
  return { set, kind, content, statement, subject, attribute, certainty, quotes, resolved, context, judged };
}

const Judged = z.looseObject({ set: z.string() });

const JUDGED_FILE = 'bench/data/extraction/judged.jsonl';
const JudgedQuotes = z.object({ quotes: z.array(z.object({ messageId: z.string(), start: z.number() })) });
const placeOf = ({ messageId, start }: { readonly messageId: string; readonly start: number }) =>
  `${messageId}:${start}`;

/** Places of the proposals that were judged before, so that none is drawn twice. */
const placesJudged = (): ReadonlySet<string> =>
  new Set(rowsOf(JUDGED_FILE).flatMap((row) => JudgedQuotes.parse(row).quotes.map(placeOf)));

/** Writes judged rows as they may be published: texts of public sets stay out, since their licences do not allow them here. */
export function publishJudged(path: string, out: string): void {
  const rows = rowsOf(path).map((row) => {
    const { content, statement, context, resolved, ...others } = Judged.parse(row);
    return others.set === OWN_SET ? { ...others, content, statement, context, resolved } : others;
  });
  writeFileSync(out, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
const OWN_SET = 'own';

/** Mulberry32: the same seed draws the same proposals. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
