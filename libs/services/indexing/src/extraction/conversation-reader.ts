import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { ItemId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import {
  digestOf,
  embedBy,
  EXTRACTOR_VERSION,
  readWindow,
  turnsOfWindow,
  windowOf,
  type Embed,
  type Extracted,
} from '@cairn/extraction';
import { Pace, PeriodicTasks, Uses } from '@cairn/platform';
import { Embedders } from '@cairn/ports';
import {
  extractions,
  proposals,
  type ClaimedConversation,
  type ConversationTurn,
  type Extractions,
  type NewProposal,
  type Proposals,
} from '@cairn/store';
import { KnownStatements } from './known-statements.ts';
import { proposalOf, writerOf } from './proposal-of.ts';

/** Whether this process reads conversations. */
export abstract class ExtractionSwitch {
  abstract readonly isOn: boolean;
  /**
   * Length of the rests between stretches of reading, as a multiple of them, so that recalls and new items go first. With
   * 9, a process reads in a tenth of its time.
   */
  abstract readonly restFactor: number;
}

/** Version of the extractor, which the record of each read conversation states. */
const EXTRACTOR = String(EXTRACTOR_VERSION);
const LOOK_EVERY_MS = 2_000;
/**
 * Length of the lease in ms. If the reader of a conversation was killed, another process reads the conversation after
 * this time.
 */
const LEASE_MS = 120_000;
/**
 * Number of windows that one claim reads. Other conversations get their turn between two claims, and a claim with its
 * rests ends before its lease.
 */
const WINDOWS_PER_TURN_MAX = 1;
/** Longest rest in ms. */
const REST_MAX_MS = 2_000;
/** Number of texts that are embedded between two rests. */
const EMBEDDED_TOGETHER = 8;

/**
 * Reads quiet conversations and proposes the memories that they suggest. A conversation that is read twice proposes
 * each memory only once.
 */
@Injectable()
export class ConversationReader implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ConversationReader.name);
  private readonly tasks = new PeriodicTasks(this.logger);
  private readonly pace: Pace;
  /** Maps the embedding of a model to the same with rests, since the extractor keeps prototypes for each function. */
  private readonly pacedEmbeds = new WeakMap<Embed, Embed>();

  constructor(
    private readonly extractionSwitch: ExtractionSwitch,
    private readonly embedders: Embedders,
    private readonly known: KnownStatements,
    @Uses(extractions) private readonly extractions: Extractions,
    @Uses(proposals) private readonly proposals: Proposals,
  ) {
    const wait = (ms: number) => this.tasks.pause(ms);
    this.pace = new Pace({ restFactor: extractionSwitch.restFactor, restMaxMs: REST_MAX_MS, wait });
  }

  onApplicationBootstrap(): void {
    if (!this.extractionSwitch.isOn) return;
    this.tasks.begin({ task: 'quiet conversations', everyMs: LOOK_EVERY_MS, run: () => this.readNext() });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.tasks.end();
  }

  /**
   * Reads the conversation that waits longest, with rests. Returns the pause in ms until the next conversation, or nothing
   * if none is due.
   */
  async readNext(): Promise<number | void> {
    this.pace.begin();
    const [conversation] = await this.extractions.claim({ limit: 1, leaseMs: LEASE_MS });
    if (!conversation) return;
    try {
      const isRead = await this.read(conversation);
      await this.extractions.release({ ...conversation, isRead });
    } catch (error) {
      this.logger.warn({ cause: String(error) }, `a conversation is read again later: ${String(error)}`);
      await this.extractions.retry(conversation);
    }
    return 0;
  }

  /** Reads the next windows of a conversation. Returns whether all windows are read. */
  private async read(conversation: ClaimedConversation): Promise<boolean> {
    const found = await this.extractions.turnsSince(conversation);
    if (!found) return true;
    const [embed, unread] = await Promise.all([this.embed(), this.extractions.unreadChannels(conversation)]);
    const first = windowOf(Math.max(found.first, conversation.fromTurn ?? 0));
    const last = windowOf(found.last);
    const next = Math.min(last, first + WINDOWS_PER_TURN_MAX - 1);
    for (let number = first; number <= next && !this.tasks.isEnded; number += 1)
      await this.readOne(conversation, {
        number,
        embed,
        unread,
        nextTurn: Math.min(found.last + 1, turnsOfWindow(number).to),
      });
    return next === last && !this.tasks.isEnded;
  }

  private async readOne(
    { orgId, key, itemId }: ClaimedConversation,
    { number, embed, unread, nextTurn }: WindowToRead,
  ): Promise<void> {
    const turns = await this.extractions.turns({ orgId, itemId, ...turnsOfWindow(number) });
    const contentHash = digestOf(turns);
    const before = await this.extractions.readWindow({ orgId, key, number });
    const isLeftOut = turns.some(({ channel }) => channel !== null && unread.includes(channel));
    const isKnown = before?.contentHash === contentHash && before.version === EXTRACTOR;
    if (!isKnown && !isLeftOut) {
      const statements = await readWindow(number, turns, { embed, pause: () => this.pace.rest() });
      const isRenewal = before !== undefined && before.version !== EXTRACTOR;
      if (isRenewal) await this.renew(orgId, number, { turns, statements, embed });
      else await this.propose(orgId, { turns, statements, embed });
    }
    const read = { contentHash: isLeftOut ? '' : contentHash, version: EXTRACTOR };
    await this.extractions.record({ orgId, key, number, ...read, nextTurn });
  }

  /**
   * Proposes statements one by one, so that each statement is compared with the proposals of the statements before it.
   * Returns the proposals that were made or got further evidence.
   */
  private async propose(orgId: Principal['orgId'], { turns, statements, embed }: Reading): Promise<ItemId[]> {
    const byId = new Map<string, ConversationTurn>(turns.map((turn) => [turn.id, turn]));
    const made: ItemId[] = [];
    for (const statement of statements) {
      const turn = byId.get(statedIn(statement)[0]!.messageId);
      if (!turn) continue;
      const owner = writerOf(turn, orgId);
      const proposal = proposalOf(statement, { turn, turns: byId, owner });
      if (!proposal) continue;
      const known = await this.known.of(owner, proposal, embed);
      if (known !== 'rejected') made.push(...(await this.send(turn, owner, { ...proposal, ...known })));
      await this.pace.rest();
    }
    return made;
  }

  /**
   * Replaces the proposals that an older version of the extractor made of a window and on which nobody decided.
   * Statements on which somebody decided are not proposed again.
   */
  private async renew(orgId: Principal['orgId'], number: number, reading: Reading): Promise<void> {
    const { turns, statements, embed } = reading;
    const isOwn = ({ turn }: ConversationTurn) => windowOf(turn) === number;
    const messageIds = turns.filter(isOwn).map(({ id }) => id);
    const contextIds = turns.filter((turn) => !isOwn(turn)).map(({ id }) => id);
    const decided = await this.proposals.decidedQuotes({ orgId, messageIds });
    const isDecided = (statement: Extracted) =>
      statedIn(statement).some((quote) =>
        decided.some(
          ({ messageId, start, end }) => messageId === quote.messageId && start <= quote.start && quote.end <= end,
        ),
      );
    const open = statements.filter((statement) => !isDecided(statement));
    const except = await this.propose(orgId, { turns, statements: open, embed });
    await this.proposals.withdraw({ orgId, messageIds, contextIds, version: EXTRACTOR, except });
  }

  private async send(turn: ConversationTurn, owner: Principal, proposal: NewProposal): Promise<ItemId[]> {
    const author = { orgId: owner.orgId, principalId: turn.principalId };
    const scope = scopeOf(owner, turn.channel);
    const results = await this.proposals.propose({ scope, author, ownerId: owner.principalId, proposals: [proposal] });
    return results.flatMap(({ memoryId }) => memoryId ?? []);
  }

  private async embed(): Promise<Embed | undefined> {
    if (this.embedders.isOff) return undefined;
    const embed = embedBy(await this.embedders.live());
    const paced = this.pacedEmbeds.get(embed) ?? this.embedInGroups(embed);
    this.pacedEmbeds.set(embed, paced);
    return paced;
  }

  private embedInGroups(embed: Embed): Embed {
    return async (texts) => {
      const vectors: ArrayLike<number>[] = [];
      for (let at = 0; at < texts.length; at += EMBEDDED_TOGETHER) {
        vectors.push(...(await embed(texts.slice(at, at + EMBEDDED_TOGETHER))));
        await this.pace.rest();
      }
      return vectors;
    };
  }
}

/** Statements that were read in turns. */
interface Reading {
  readonly turns: readonly ConversationTurn[];
  readonly statements: readonly Extracted[];
  readonly embed: Embed | undefined;
}

/** Returns the passages that make a statement, without those that only tell what its words refer to. */
const statedIn = ({ quotes }: Extracted) => quotes.filter(({ isContext }) => !isContext);

interface WindowToRead {
  readonly number: number;
  readonly embed: Embed | undefined;
  /** Channels that are never read. */
  readonly unread: readonly string[];
  /** Turn at which the next reading of the conversation begins. */
  readonly nextTurn: number;
}
