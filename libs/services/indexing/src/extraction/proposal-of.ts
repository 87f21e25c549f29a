import { limits, MemoryInput, type MessageId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { EXTRACTOR_VERSION, type Extracted } from '@cairn/extraction';
import { cutAtWord } from '@cairn/text';
import { newMemory, type ConversationTurn, type NewProposal } from '@cairn/store';

/** Value of `source` for memories that were read out of conversations. */
const EXTRACTION_SOURCE = 'conversation';
const TITLE_CHARS = 100;

/**
 * Makes the principal in whose name the statements of a turn are proposed. It may read exactly the items that the
 * readers of the turn may read.
 */
export function writerOf(turn: ConversationTurn, orgId: Principal['orgId']): Principal {
  const { principalId, ownerId, channel, visibility } = turn;
  const team = visibility.startsWith('team:') ? [{ teamId: visibility.slice('team:'.length), name: visibility }] : [];
  const [prefix] = channel?.split(':') ?? [];
  return {
    ...{ orgId, principalId: ownerId, agents: [principalId], role: 'writer', kind: 'agent', name: '' },
    ...{ peers: ['*'], peerPrefixes: visibility === 'peer' && prefix ? [prefix] : [], teams: team },
  } as unknown as Principal;
}

/** Origin of a proposal: the turn that states it, all turns of the window by id, and the owner of the proposal. */
interface Proposer {
  readonly turn: ConversationTurn;
  readonly turns: TurnsById;
  readonly owner: Principal;
}

/**
 * Makes the proposal of an extracted statement. Once it is kept, the readers of the conversation may read it. Undefined
 * if no memory can have the fields of the statement, such as a time before 1973.
 */
export function proposalOf(statement: Extracted, { turn, turns, owner }: Proposer): NewProposal | undefined {
  const { kind, content, category, store, subject, attribute, quotes, saidBy, certainty, validTo } = statement;
  const parsed = MemoryInput.safeParse({
    ...{ title: titleOf(statement.statement), content, category, store, confidence: certainty },
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
    isOwnWords: saidBy.role === 'user' && saidBy.speaker === undefined,
  };
}

/**
 * Makes the quote of a proposal. An empty quote stands for tool calls of a message, and shows the beginning of the
 * message instead.
 */
function quoteOf({ messageId, start, end }: Extracted['quotes'][number], turns: TurnsById) {
  const shown = end > start ? end : Math.min(QUOTE_CHARS, turns.get(messageId)?.content.length ?? 0);
  return { messageId: messageId as MessageId, start, end: shown };
}

const QUOTE_CHARS = 200;

/** The turns of a window by their ids. */
type TurnsById = ReadonlyMap<string, ConversationTurn>;

/** Returns the visibility of a turn as a writer would send it. Undefined for the default visibility of a channel. */
const visibilityOf = ({ visibility }: ConversationTurn): MemoryInput['visibility'] =>
  visibility === 'channel' || visibility === 'team' ? undefined : visibility;

/** Returns the beginning of a statement as a title. */
const titleOf = (content: string): string => cutAtWord(content.split('\n')[0]!, TITLE_CHARS);
