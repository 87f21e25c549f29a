import { Injectable } from '@nestjs/common';
import type { ItemId, Message, RecentMessage, SessionTurns, Turn } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import { ItemReader, RankingReader } from '@cairn/ports';

/** Loads messages with their neighbours in the session, within the scope. */
@Injectable()
export class TurnReader {
  constructor(
    private readonly items: ItemReader,
    private readonly ranking: RankingReader,
  ) {}

  /**
   * Loads the found messages, which must be in the order of the answer, with up to `neighbours` turns before and after
   * each.
   */
  async around(scope: Scope, found: readonly ItemId[], neighbours: number): Promise<SessionTurns[]> {
    const near = await this.withNeighbours(scope, found, neighbours);
    const messages = (await this.items.hydrate(scope, { kind: 'message' }, near)) as Message[];
    return groupBySession(messages, found);
  }

  private async withNeighbours(scope: Scope, found: readonly ItemId[], neighbours: number): Promise<ItemId[]> {
    const near = new Set(found);
    let edge = [...found];
    for (let step = 0; step < neighbours && edge.length > 0; step += 1) {
      const features = await this.ranking.candidateFeatures(scope, 'message', edge);
      const beside = new Set(
        features.flatMap(({ previous, next }) => [previous, next].flatMap((each) => each?.id ?? [])),
      );
      edge = [...beside].filter((id) => !near.has(id));
      for (const id of edge) near.add(id);
    }
    return [...near];
  }
}

/** A message in the form of the lists of messages. */
export const shownMessage = (message: Message): RecentMessage => {
  const { id, role, speaker, content, channel, sessionKey, timestamp, createdAt, author, writtenBy } = message;
  const by = { author, ...(writtenBy && { writtenBy }) };
  return { _id: id, messageId: id, role, speaker, content, channel, sessionKey, timestamp, createdAt, ...by };
};

function groupBySession(messages: readonly Message[], found: readonly ItemId[]): SessionTurns[] {
  const place = new Map(found.map((id, at) => [id, at]));
  const placeOf = ({ id }: Message) => place.get(id) ?? Infinity;
  const inOrder = messages.toSorted((one, other) => compareNumbers(placeOf(one), placeOf(other)));
  return [...Map.groupBy(inOrder, sessionOf).values()].map((turns) => ({
    sessionKey: turns[0]!.sessionKey,
    messages: turns
      .toSorted(compareByArrival)
      .map((message): Turn => ({ ...shownMessage(message), isFound: place.has(message.id) })),
  }));
}

/** Compares two numbers. Returns 0 for two equal infinities, whose difference would be NaN. */
const compareNumbers = (one: number, other: number): number => (one === other ? 0 : one - other);

const sessionOf = ({ sessionKey, channel }: Message): string =>
  sessionKey === null ? `channel ${channel ?? ''}` : `session ${sessionKey}`;

/**
 * Orders messages by arrival. Messages with equal times came in one request. Within a request, ids rise in the order of
 * sending, even across channels.
 */
const compareByArrival = (one: Message, other: Message): number =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
