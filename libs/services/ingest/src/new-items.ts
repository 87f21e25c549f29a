import { createHash } from 'node:crypto';
import {
  CairnError,
  defaultVisibility,
  peerChannelKind,
  type ItemId,
  type MemoryInput,
  type MessageInput,
  type Principal,
  type Visibility,
  type VisibilityInput,
} from '@cairn/contracts';
import type { Derived, NewItem } from '@cairn/ports';
import { CALL_RULES_VERSION, callsIn, readingOf } from '@cairn/text';
import { v7 as uuidv7 } from 'uuid';

/** SHA-256 of a value as JSON, in hex. */
export const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

const freshId = (): ItemId => uuidv7() as ItemId;

/** A message ready for the truth. Two sendings under one external id are the same when everything else is equal. */
export function newMessage(author: Principal, input: MessageInput, field: string): NewItem {
  const visibility = visibilityOf(author, input, field);
  const { externalId: _, ...sent } = input;
  const derived = { ...readingOf(input), contentHash: sha256(sent), calls: callsOf(input) };
  return { kind: 'message', id: freshId(), input, visibility, derived };
}

/** A memory ready for the truth. Without an external id, the same text in the same place is the same memory. */
export function newMemory(author: Principal, input: MemoryInput, field: string): NewItem {
  const visibility = visibilityOf(author, input, field);
  const { externalId, ...sent } = input;
  const derived = {
    ...readingOf(input),
    contentHash: sha256(sent),
    mergeKey: externalId ? undefined : mergeKey(author, input, visibility),
  };
  return { kind: 'memory', id: freshId(), input, visibility, derived };
}

/** Only of what somebody is known to have said. */
function callsOf({ speaker, content }: MessageInput): Derived['calls'] {
  const names = speaker === undefined ? [] : callsIn(content);
  return names.length > 0 ? { version: CALL_RULES_VERSION, names } : undefined;
}

function mergeKey(author: Principal, input: MemoryInput, visibility: Visibility): string {
  const normalised = [input.title, input.content].map((text) =>
    text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim(),
  );
  const owner = visibility === 'private' ? author.principalId : '';
  return sha256([input.store, input.category, input.channel ?? '', visibility, owner, ...normalised]);
}

/** The visibility the writer asked for, else the channel's own. A peer's channel must be whole, and one the key may speak for. */
function visibilityOf(
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

  const visibility = input.visibility ?? defaultVisibility(author, channel);
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

/** A peer channel named as subchannel alone would be readable by everyone. */
const hidesPeer = (
  { peerPrefixes }: Principal,
  { channel, subchannel }: { channel?: string | undefined; subchannel?: string | undefined },
) => subchannel !== undefined && subchannel !== channel && peerChannelKind(subchannel, peerPrefixes) === 'peer';

const refused = (field: string, value: unknown, allowed: string, problem: string) =>
  new CairnError('request/invalid', `${field} ${problem}`, { issues: [{ field, message: problem, value, allowed }] });

function forbidden(field: string, value: unknown): CairnError {
  const issue = { field, message: 'is a peer channel that this key may not speak for', value };
  return new CairnError('auth/forbidden', `this key may not write to the peer channel ${JSON.stringify(value)}`, {
    issues: [issue],
  });
}
