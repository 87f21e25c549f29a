import { limits, MemoryInput, type MessageId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { EXTRACTOR_VERSION, type Extracted } from '@cairn/extraction';
import { newMemory, type ConversationTurn, type NewProposal } from '@cairn/store';

/** Value of `source` for memories that were read out of conversations. */
const EXTRACTION_SOURCE = 'conversation';
const TITLE_CHARS = 100;

/** The principal in whose name the statements of a turn are proposed: it reads what the turn's readers read, and no more. */
export function writerOf(turn: ConversationTurn, orgId: Principal['orgId']): Principal {
  const { principalId, ownerId, channel, visibility } = turn;
  const team = visibility.startsWith('team:') ? [{ teamId: visibility.slice('team:'.length), name: visibility }] : [];
  const [prefix] = channel?.split(':') ?? [];
  return {
    ...{ orgId, principalId: ownerId, agents: [principalId], role: 'writer', kind: 'agent', name: '' },
    ...{ peers: ['*'], peerPrefixes: visibility === 'peer' && prefix ? [prefix] : [], teams: team },
  } as unknown as Principal;
}

/** Whoever proposes a statement: the turn that makes it, among all turns of the window, and the owner of the proposal. */
interface Proposer {
  readonly turn: ConversationTurn;
  readonly turns: TurnsById;
  readonly owner: Principal;
}

/**
 * Makes the proposal of an extracted statement. Its readers, once kept, are those of the conversation. Undefined if no memory
 * can have these fields, such as a time before 1973.
 */
export function proposalOf(statement: Extracted, { turn, turns, owner }: Proposer): NewProposal | undefined {
  const { kind, content, category, store, subject, attribute, quotes, saidBy, certainty, validTo } = statement;
  const parsed = MemoryInput.safeParse({
    ...{ title: titleOf(content), content, category, store, confidence: certainty },
    ...{ source: EXTRACTION_SOURCE, timestamp: turn.timestamp, channel: turn.channel ?? undefined },
    ...{ visibility: visibilityOf(turn), validTo },
    ...(turn.project && { project: turn.project }),
    ...(subject && { subject: subject.slice(0, limits.name.max) }),
    ...(attribute && { attribute: attribute.slice(0, limits.name.max) }),
  });
  if (!parsed.success) return undefined;
  const item = newMemory(owner, parsed.data, '') as NewProposal['item'];
  return {
    ...{ item, kind, certainty, quotes: quotes.map((quote) => quoteOf(quote, turns)) },
    ...{ saidBy, sessionKey: turn.sessionKey, extractor: String(EXTRACTOR_VERSION) },
    ...(turn.project && { project: turn.project }),
    isOwnWords: saidBy.role === 'user' && saidBy.speaker === undefined,
  };
}

/** A quote without words names tool calls of a message; it shows the beginning of the message. */
function quoteOf({ messageId, start, end }: Extracted['quotes'][number], turns: TurnsById) {
  const shown = end > start ? end : Math.min(QUOTE_CHARS, turns.get(messageId)?.content.length ?? 0);
  return { messageId: messageId as MessageId, start, end: shown };
}

const QUOTE_CHARS = 200;

/** The turns of a window by their ids. */
type TurnsById = ReadonlyMap<string, ConversationTurn>;

/** The visibility in the form in which a writer sends it; the default of a channel is left out. */
const visibilityOf = ({ visibility }: ConversationTurn): MemoryInput['visibility'] =>
  visibility === 'channel' || visibility === 'team' ? undefined : visibility;

/** The beginning of a statement, cut between two words. */
function titleOf(content: string): string {
  const line = content.split('\n')[0]!;
  if (line.length <= TITLE_CHARS) return line;
  const cut = line.slice(0, TITLE_CHARS);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), TITLE_CHARS / 2)).toWellFormed();
}
