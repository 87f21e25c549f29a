import { createHash } from 'node:crypto';
import {
  CairnError,
  defaultVisibility,
  IMPORT_ID,
  ownerFor,
  peerChannelKind,
  teamWordOf,
  type ItemId,
  type MemoryInput,
  type MessageInput,
  type Principal,
  type Visibility,
  type VisibilityInput,
} from '@cairn/contracts';
import { ambiguousEnds } from '@cairn/graph';
import type { NewItem } from '@cairn/ports';
import { readingOf } from '@cairn/text';
import { v7 as uuidv7 } from 'uuid';

/** SHA-256 of a value as JSON, in hex. */
export const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

const freshId = (): ItemId => uuidv7() as ItemId;

/** A message ready for the truth. Two sendings under one external id are the same when everything else is equal. */
export function newMessage(author: Principal, input: MessageInput, field: string): NewItem {
  const visibility = visibilityOf(author, input, field);
  const { externalId: _, ...sent } = apart(input);
  const derived = { ...readingOf(input), contentHash: sha256(sent) };
  return { kind: 'message', id: freshId(), input, visibility, derived };
}

/** A memory ready for the truth. Without an external id, the same text in the same place is the same memory. */
export function newMemory(author: Principal, input: MemoryInput, field: string): NewItem {
  const visibility = visibilityOf(author, input, field);
  requireClearEnds(input, field);
  const { externalId, entities: _entities, relations: _relations, rules: _rules, ...sent } = apart(input);
  const derived = {
    ...readingOf(input),
    contentHash: sha256(sent),
    mergeKey: externalId ? undefined : mergeKey(author, input, visibility),
  };
  return { kind: 'memory', id: freshId(), input, visibility, derived };
}

/** Without the import that brought it in, so that the same thing imported again is the same. */
function apart<Input extends MessageInput | MemoryInput>(input: Input): Input {
  const { [IMPORT_ID]: _, ...provenance } = input.provenance;
  return { ...input, provenance };
}

/** A name that two entities of the memory have says nothing of which is meant. */
function requireClearEnds(input: MemoryInput, field: string): void {
  const ends = ambiguousEnds(input);
  if (ends.length === 0) return;
  const message = 'names two of the entities';
  const issues = ends.map((end) => ({ field: `${field}${end}`, message, allowed: 'type:name, such as team:orders' }));
  throw new CairnError('request/invalid', `${field}${ends[0]} ${message}`, { issues });
}

/** What equal text is about, and when it holds: with another of these it is another memory, or that would be lost. */
function holdingOf({ subject, attribute, validFrom, validTo }: MemoryInput): string | undefined {
  const holding = [subject ?? null, attribute ?? null, validFrom ?? null, validTo ?? null];
  return holding.some((value) => value !== null) ? sha256(holding) : undefined;
}

/** One key for the text, and behind a colon one for what it holds of, so that the store finds equal text that holds of something else. */
function mergeKey(author: Principal, input: MemoryInput, visibility: Visibility): string {
  const normalised = [input.title, input.content].map((text) =>
    text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim(),
  );
  const owner = visibility === 'private' ? ownerFor(author) : '';
  const text = sha256([input.store, input.category, input.channel ?? '', visibility, owner, ...normalised]);
  const holding = holdingOf(input);
  return holding === undefined ? text : `${text}:${holding}`;
}

/** The visibility the writer asked for, else the channel's own. A peer's channel must be whole, and one the key may speak for. */
export function visibilityOf(
  author: Principal,
  input: { channel?: string | undefined; subchannel?: string | undefined; visibility?: VisibilityInput | undefined },
  field: string,
): Visibility {
  const { channel } = input;
  const kind = channel ? peerChannelKind(channel, author.peerPrefixes) : 'ordinary';
  if (kind === 'malformed') {
    throw refused(
      `${field}channel`,
      channel,
      `<prefix>:<peer>, or <prefix>:main for the shared room`,
      'names a peer prefix but no peer',
    );
  }
  if (hidesPeer(author, input)) {
    throw refused(
      `${field}subchannel`,
      input.subchannel,
      'the peer channel in channel',
      'names a peer channel, which is a border only in channel',
    );
  }
  const mayWrite = kind !== 'peer' || author.peers.includes('*') || author.peers.includes(channel!);
  if (!mayWrite) throw forbidden(`${field}channel`, channel);
  requireOpen(author, channel, `${field}channel`);

  const visibility = meantBy(author, input.visibility, field) ?? defaultVisibility(author, channel);
  if (visibility === 'peer' && kind !== 'peer') {
    throw refused(
      `${field}visibility`,
      visibility,
      'peer only in a concrete peer channel',
      'needs a concrete peer channel',
    );
  }
  return visibility;
}

/** A team is one of the writer's own, by its name or id. */
function meantBy({ teams = [] }: Principal, visibility: VisibilityInput | undefined, field: string) {
  if (!visibility?.startsWith('team:')) return visibility as Visibility | undefined;
  const named = visibility.slice('team:'.length);
  const team = teams.find(({ teamId, name }) => teamId === named || name === named);
  if (team) return teamWordOf(team.teamId);
  const own = teams.map(({ name }) => `team:${name}`).join(', ') || 'none: this principal is in no team';
  throw refused(`${field}visibility`, visibility, own, 'names no team that this principal is in');
}

/** A peer channel named as subchannel alone would be readable by everyone. */
const hidesPeer = (
  { peerPrefixes }: Principal,
  { channel, subchannel }: { channel?: string | undefined; subchannel?: string | undefined },
) => subchannel !== undefined && subchannel !== channel && peerChannelKind(subchannel, peerPrefixes) === 'peer';

const refused = (field: string, value: unknown, allowed: string, problem: string) =>
  new CairnError('request/invalid', `${field} ${problem}`, { issues: [{ field, message: problem, value, allowed }] });

/** Nobody writes into a channel that is closed to them. */
export function requireOpen({ closedChannels }: Principal, channel: string | null | undefined, field: string): void {
  if (!channel || !closedChannels?.includes(channel)) return;
  const issue = { field, message: 'is a channel that is closed to you; a manager can let you in', value: channel };
  throw new CairnError('auth/forbidden', `the channel ${JSON.stringify(channel)} is closed to you`, {
    issues: [issue],
  });
}

function forbidden(field: string, value: unknown): CairnError {
  const issue = { field, message: 'is a peer channel that this key may not speak for', value };
  return new CairnError('auth/forbidden', `this key may not write to the peer channel ${JSON.stringify(value)}`, {
    issues: [issue],
  });
}
