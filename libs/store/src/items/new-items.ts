import { createHash } from 'node:crypto';
import {
  CairnError,
  IMPORT_ID,
  IMPORT_KIND,
  itemIdFrom,
  type ItemId,
  type MemoryInput,
  type MessageInput,
  type RelationInput,
  type RulingImportKind,
  type Visibility,
  type VisibilityInput,
} from '@cairn/contracts';
import { defaultVisibility, ownerFor, peerChannelKind, teamWordOf, type Principal } from '@cairn/domain';
import { findAmbiguousEnds } from '@cairn/graph';
import type { NewItem } from '@cairn/ports';
import { callsIn, textFeaturesOf } from '@cairn/text';
import { v7 as uuidv7 } from 'uuid';
import { statementKey } from './statement-key.ts';

/** SHA-256 of a value as JSON, in hex. */
export const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

const freshId = (): ItemId => itemIdFrom(uuidv7());

/**
 * Builds a message for the store. Two messages with the same external id count as the same message if they differ only in
 * tool calls and project. A transcript that was imported without its calls or project can therefore be imported again.
 */
export function newMessage(author: Principal, input: MessageInput, field: string): NewItem {
  const visibility = visibilityOf(author, input, field);
  const { externalId: _, toolCalls: __, project: ___, ...sent } = withoutImportId(input);
  const addressesNobody = input.speaker === undefined || callsIn(input.content).length === 0;
  const derived = { ...textFeaturesOf(input), addressesNobody, contentHash: sha256(sent) };
  return { kind: 'message', id: freshId(), input: withoutClaims(input), visibility, derived };
}

/** Builds a memory for the store. Without an external id, equal texts with the same audience are the same memory. */
export function newMemory(author: Principal, input: MemoryInput, field: string): NewItem {
  const visibility = visibilityOf(author, input, field);
  requireOrder(input, field);
  requirePlaceOfMeaning(input, field);
  for (const [at, relation] of (input.relations ?? []).entries())
    requireOrder(validityOf(relation, input), `${field}relations.${at}.`);
  requireClearEnds(input, field);
  const {
    externalId,
    entities: _entities,
    relations: _relations,
    rules: _rules,
    project: _project,
    ...sent
  } = withoutImportId(input);
  const derived = {
    ...textFeaturesOf(input),
    contentHash: sha256(sent),
    statement: statementKey(input),
    mergeKey: externalId ? undefined : mergeKey(author, input, visibility),
  };
  return { kind: 'memory', id: freshId(), input: withoutClaims(input), visibility, derived };
}

/** Leaves out the id of the import, so that repeating an import adds nothing. */
function withoutImportId<Input extends MessageInput | MemoryInput>(input: Input): Input {
  const { [IMPORT_ID]: _, [IMPORT_KIND]: __, ...provenance } = input.provenance;
  return { ...input, provenance };
}

/** Leaves out the kind of import that a sender claims, since it decides whether an imported rule binds. */
function withoutClaims<Input extends MessageInput | MemoryInput>(input: Input): Input {
  const { [IMPORT_KIND]: claimed, ...provenance } = input.provenance;
  return claimed === undefined ? input : { ...input, provenance };
}

/** Marks a new memory of an import by the kind of files that the import read. */
export function ofRulingImport(item: NewItem, kind: RulingImportKind | undefined): NewItem {
  const { [IMPORT_ID]: importId, ...provenance } = item.input.provenance;
  if (item.kind !== 'memory' || kind === undefined || importId === undefined) return item;
  return {
    ...item,
    input: { ...item.input, provenance: { ...provenance, [IMPORT_ID]: importId, [IMPORT_KIND]: kind } },
  };
}

interface Validity {
  readonly validFrom?: number | null | undefined;
  readonly validTo?: number | null | undefined;
}

/** Returns the validity of a declared relation. A relation that holds takes each absent bound from its memory. */
function validityOf({ says = 'holds', validFrom, validTo }: RelationInput, memory: MemoryInput): Validity {
  if (says !== 'holds') return { validFrom, validTo };
  return { validFrom: validFrom ?? memory.validFrom, validTo: validTo ?? memory.validTo };
}

/** Refuses a validity that does not begin before it ends. */
export function requireOrder({ validFrom, validTo }: Validity, field = ''): void {
  if (typeof validFrom !== 'number' || typeof validTo !== 'number' || validFrom < validTo) return;
  const message = 'is not after validFrom, so that it would never hold';
  const allowed = `later than validFrom, ${new Date(validFrom).toISOString()}`;
  const issues = [{ field: `${field}validTo`, message, value: new Date(validTo).toISOString(), allowed }];
  throw new CairnError('request/invalid', `${field}validTo ${message}`, { issues });
}

/** Refuses `decides` for a memory that is no decision, and a value without subject and attribute. */
function requirePlaceOfMeaning({ category, subject, attribute, decides, value }: MemoryInput, field: string): void {
  if (decides !== undefined && category !== 'decision')
    throw refusalOf(`${field}decides`, category, 'category decision, or no decides', 'belongs to a decision');
  if (value === undefined || (subject !== undefined && attribute !== undefined)) return;
  throw refusalOf(`${field}value`, value, 'subject and attribute beside it', 'needs a subject and an attribute');
}

/** Refuses a declared relation or rule that refers to an entity by a name which declared entities of two types have. */
function requireClearEnds(input: MemoryInput, field: string): void {
  const ends = findAmbiguousEnds(input);
  if (ends.length === 0) return;
  const message = 'names two of the entities';
  const issues = ends.map((end) => ({ field: `${field}${end}`, message, allowed: 'type:name, such as team:orders' }));
  throw new CairnError('request/invalid', `${field}${ends[0]} ${message}`, { issues });
}

/**
 * Computes a key of the fields, other than the text, by which memories differ: subject, attribute and validity. Returns
 * undefined if none of these fields is given.
 */
function holdingOf({ subject, attribute, validFrom, validTo }: MemoryInput): string | undefined {
  const holding = [subject ?? null, attribute ?? null, validFrom ?? null, validTo ?? null];
  return holding.some((value) => value !== null) ? sha256(holding) : undefined;
}

/**
 * Builds a merge key: a hash of the text and, after a colon, a hash of `holdingOf`, so that the store finds equal texts
 * with different fields.
 */
function mergeKey(author: Principal, input: MemoryInput, visibility: Visibility): string {
  const normalised = [input.title, input.content].map((text) =>
    text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim(),
  );
  const owner = visibility === 'private' ? ownerFor(author) : '';
  const project = input.project === undefined ? [] : [`project ${input.project}`];
  const text = sha256([input.store, input.category, input.channel ?? '', visibility, owner, ...normalised, ...project]);
  const holding = holdingOf(input);
  return holding === undefined ? text : `${text}:${holding}`;
}

/**
 * Returns the requested visibility, or the default of the channel. Refuses a peer channel that is incomplete or that the
 * key may not use.
 */
export function visibilityOf(
  author: Principal,
  input: { channel?: string | undefined; subchannel?: string | undefined; visibility?: VisibilityInput | undefined },
  field: string,
): Visibility {
  const { channel } = input;
  const kind = channel ? peerChannelKind(channel, author.peerPrefixes) : 'ordinary';
  if (kind === 'malformed') {
    throw refusalOf(
      `${field}channel`,
      channel,
      `<prefix>:<peer>, or <prefix>:main for the shared room`,
      'names a peer prefix but no peer',
    );
  }
  if (namesPeerAsSubchannel(author, input)) {
    throw refusalOf(
      `${field}subchannel`,
      input.subchannel,
      'the peer channel in channel',
      'names a peer channel, which is a border only in channel',
    );
  }
  const mayWrite = kind !== 'peer' || author.peers.includes('*') || author.peers.includes(channel!);
  if (!mayWrite) throw forbiddenError(`${field}channel`, channel);
  requireOpen(author, channel, `${field}channel`);

  const visibility = resolveTeamName(author, input.visibility, field) ?? defaultVisibility(author, channel);
  if (visibility === 'peer' && kind !== 'peer') {
    throw refusalOf(
      `${field}visibility`,
      visibility,
      'peer only in a concrete peer channel',
      'needs a concrete peer channel',
    );
  }
  return visibility;
}

/** Replaces the name of a team in a visibility by its id; the writer must be a member. */
function resolveTeamName({ teams = [] }: Principal, visibility: VisibilityInput | undefined, field: string) {
  if (!visibility?.startsWith('team:')) return visibility as Visibility | undefined;
  const named = visibility.slice('team:'.length);
  const team = teams.find(({ teamId, name }) => teamId === named || name === named);
  if (team) return teamWordOf(team.teamId);
  const own = teams.map(({ name }) => `team:${name}`).join(', ') || 'none: this principal is in no team';
  throw refusalOf(`${field}visibility`, visibility, own, 'names no team that this principal is in');
}

/** Whether a message names a peer channel only as its subchannel, where everyone could read it. */
const namesPeerAsSubchannel = (
  { peerPrefixes }: Principal,
  { channel, subchannel }: { channel?: string | undefined; subchannel?: string | undefined },
) => subchannel !== undefined && subchannel !== channel && peerChannelKind(subchannel, peerPrefixes) === 'peer';

const refusalOf = (field: string, value: unknown, allowed: string, problem: string) =>
  new CairnError('request/invalid', `${field} ${problem}`, { issues: [{ field, message: problem, value, allowed }] });

/** Refuses to write to a closed channel, unless the writer is a member. */
export function requireOpen({ closedChannels }: Principal, channel: string | null | undefined, field: string): void {
  if (!channel || !closedChannels?.includes(channel)) return;
  const issue = { field, message: 'is a channel that is closed to you; a manager can let you in', value: channel };
  throw new CairnError('auth/forbidden', `the channel ${JSON.stringify(channel)} is closed to you`, {
    issues: [issue],
  });
}

function forbiddenError(field: string, value: unknown): CairnError {
  const issue = { field, message: 'is a peer channel that this key may not speak for', value };
  return new CairnError('auth/forbidden', `this key may not write to the peer channel ${JSON.stringify(value)}`, {
    issues: [issue],
  });
}
