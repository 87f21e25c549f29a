import {
  categories,
  stores,
  type Item,
  type Memory,
  type Message,
  type NoteId,
  type NoteSection,
  type TeamId,
  type WorkspaceId,
} from '@cairn/contracts';
import { scopeOf, teamWordOf, type Filter, type Principal, type Scope } from '@cairn/domain';
import { A_MONDAY, aMemory, aMessage, aNoteSection } from './builders.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const [ours, theirs] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'] as TeamId[];
const visibilities: Item['visibility'][] = [
  'org',
  'team',
  'channel',
  'private',
  'peer',
  teamWordOf(ours!),
  teamWordOf(theirs!),
];
const channels = [null, 'dev', 'ops', 'coach:1', 'coach:2'];
const states: Item['state'][] = ['active', 'active', 'archived', 'superseded', 'proposed'];

/** Validities of memories, and times at which they replaced others or were replaced. */
const WEEK_MS = 7 * DAY_MS;
const validities = [
  {},
  { validTo: A_MONDAY },
  { validFrom: A_MONDAY },
  { validFrom: A_MONDAY - WEEK_MS, validTo: A_MONDAY + WEEK_MS },
  { validFrom: A_MONDAY - WEEK_MS, validTo: A_MONDAY - 1 },
];
const subjects = [
  {},
  { subject: 'payments', attribute: 'port' },
  { subject: 'payments', attribute: 'owner' },
  { subject: 'Payments' },
  { knowledgeBase: 'handbook' },
];

const pickByIndex = <Value>(values: readonly Value[], at: number): Value => values[at % values.length] as Value;

/** Fields common to all kinds of items; the number runs through all relevant combinations deterministically. */
function commonPart(writers: readonly Principal[], at: number) {
  const writer = pickByIndex(writers, at);
  return {
    orgId: writer.orgId,
    principalId: writer.principalId,
    visibility: pickByIndex(visibilities, at),
    channel: pickByIndex(channels, Math.floor(at / 7)),
    ...stateAndActiveTime(at),
    timestamp: at % 4 === 0 ? 0 : A_MONDAY - (at % 10) * DAY_MS,
  };
}

/** The state of an item and its active time; the end is unknown for some. */
function stateAndActiveTime(at: number) {
  const state = pickByIndex(states, Math.floor(at / 3));
  const activeFrom = at % 7 === 0 ? A_MONDAY - 4 * DAY_MS : null;
  return { state, activeFrom, activeTo: state === 'active' || at % 11 === 0 ? null : A_MONDAY - (at % 9) * DAY_MS };
}

/** Messages of every visibility, channel, session, state and time, all about a zebra. */
export const messagesOfAllSorts = (writers: readonly Principal[]): Message[] =>
  Array.from({ length: 100 }, (_, at) =>
    aMessage({
      ...commonPart(writers, at),
      content: `zebra number ${at}`,
      subchannel: pickByIndex([null, 'a', 'b'], at),
      sessionKey: pickByIndex([null, 's1', 's2'], Math.floor(at / 2)),
    }),
  );

/** Memories of every visibility, channel, store, category, tag, state and time, all about a zebra. */
export const memoriesOfAllSorts = (writers: readonly Principal[]): Memory[] =>
  Array.from({ length: 100 }, (_, at) =>
    aMemory({
      ...commonPart(writers, at),
      content: `zebra number ${at}`,
      store: pickByIndex(stores, at),
      category: pickByIndex(categories, Math.floor(at / 2)),
      tags: pickByIndex([[], ['x'], ['x', 'y'], ['y', 'Z z']], Math.floor(at / 3)),
      ...pickByIndex(validities, Math.floor(at / 2)),
      ...pickByIndex(subjects, Math.floor(at / 4)),
    }),
  );

const workspaces = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'] as WorkspaceId[];

const noteIds = [3, 4, 5].map((id) => `01900000-0000-7000-8000-00000000000${id}` as NoteId);

/** Sections of notes of every visibility, channel, workspace, tag, state and time, all about a zebra. */
export const notesOfAllSorts = (writers: readonly Principal[]): NoteSection[] =>
  Array.from({ length: 100 }, (_, at) =>
    aNoteSection({
      ...commonPart(writers, at),
      content: `zebra number ${at}`,
      workspaceId: pickByIndex(workspaces, at),
      noteId: pickByIndex(noteIds, Math.floor(at / 2)),
      tags: pickByIndex([[], ['x'], ['x', 'y']], Math.floor(at / 2)),
    }),
  );

const inTeam = (principal: Principal, ...ids: TeamId[]): Principal => ({
  ...principal,
  teams: ids.map((teamId) => ({ teamId, name: teamId })),
});

/**
 * Scopes of each principal for no channel, an ordinary one and peer channels, as a member of one team and of two, and as the
 * owner of all others.
 */
export const someScopes = (principals: readonly Principal[]): Scope[] =>
  principals.flatMap((principal) => [
    ...[null, 'dev', 'coach:1', 'coach:2'].map((channel) => scopeOf(principal, channel)),
    scopeOf(inTeam(principal, ours!), 'coach:1'),
    scopeOf(inTeam(principal, ours!, theirs!)),
    scopeOf({
      ...principal,
      agents: principals.filter((one) => one !== principal).map(({ principalId }) => principalId),
    }),
    scopeOf({ ...principal, closedChannels: ['dev', 'coach:1', 'a channel without items'] }, 'coach:1'),
  ]);

export const someFilters = (): Filter[] => [
  { kind: 'message' },
  { kind: 'memory' },
  { kind: 'message', includeArchived: true },
  { kind: 'memory', includeArchived: true },
  { kind: 'memory', includeProposed: true },
  { kind: 'memory', includeArchived: true, includeProposed: true },
  { kind: 'message', channel: 'dev' },
  { kind: 'memory', channel: 'dev' },
  { kind: 'message', channel: 'coach:1', includeArchived: true },
  { kind: 'memory', channel: 'coach:1' },
  { kind: 'memory', channel: 'coach:1', includeProposed: true },
  { kind: 'message', channel: 'coach:1', sharedRoom: 'dev' },
  { kind: 'memory', channel: 'coach:1', sharedRoom: 'dev' },
  { kind: 'note', channel: 'coach:1', sharedRoom: 'dev' },
  { kind: 'message', channel: 'nowhere' },
  { kind: 'memory', channel: 'nowhere' },
  { kind: 'message', subchannel: 'a' },
  { kind: 'message', sessionKey: 's1', subchannel: 'b' },
  { kind: 'memory', sessionKey: 's1' },
  { kind: 'memory', stores: ['semantic', 'episodic'] },
  { kind: 'message', stores: ['semantic'] },
  { kind: 'memory', stores: [], categories: [], tags: [] },
  { kind: 'memory', categories: ['decision'], includeArchived: true },
  { kind: 'memory', tags: ['x', 'Z z'] },
  { kind: 'memory', tags: ['x', 'y'], tagMatch: 'all' },
  { kind: 'message', tags: ['x'] },
  { kind: 'message', sinceMs: A_MONDAY - 3 * DAY_MS },
  { kind: 'memory', sinceMs: A_MONDAY - 6 * DAY_MS, untilMs: A_MONDAY - 3 * DAY_MS },
  { kind: 'note' },
  { kind: 'note', channel: 'dev', includeArchived: true },
  { kind: 'note', workspaceId: workspaces[0] },
  { kind: 'note', workspaceId: workspaces[1], tags: ['x'], sinceMs: A_MONDAY - 6 * DAY_MS },
  { kind: 'note', stores: ['semantic'] },
  { kind: 'note', noteIds: noteIds.slice(1) },
  { kind: 'note', noteIds: noteIds.slice(0, 1), workspaceId: workspaces[1], tags: ['x'] },
  { kind: 'note', noteIds: [] },
  { kind: 'memory', noteIds },
  { kind: 'message', noteIds },
  { kind: 'memory', workspaceId: workspaces[0] },
  { kind: 'message', workspaceId: workspaces[0] },
  { kind: 'message', holdsAt: A_MONDAY },
  ...[A_MONDAY - 1, A_MONDAY, A_MONDAY + WEEK_MS].map((holdsAt): Filter => ({ kind: 'memory', holdsAt })),
  { kind: 'memory', holdsAt: A_MONDAY, includeArchived: true },
  ...[A_MONDAY - 5 * DAY_MS, A_MONDAY - 2 * DAY_MS - 1, A_MONDAY].flatMap((asOf): Filter[] => [
    { kind: 'memory', asOf },
    { kind: 'memory', asOf, includeProposed: true },
    { kind: 'message', asOf },
    { kind: 'memory', asOf, includeArchived: true, sinceMs: A_MONDAY - 8 * DAY_MS },
  ]),
  { kind: 'memory', knowledgeBases: ['handbook', 'other'] },
  { kind: 'memory', knowledgeBases: [] },
  { kind: 'memory', subject: 'payments' },
  { kind: 'memory', subject: 'payments', attribute: 'port', includeArchived: true },
  { kind: 'memory', attribute: 'nowhere' },
  { kind: 'message', subject: 'payments' },
  { kind: 'message', knowledgeBases: ['handbook'] },
  { kind: 'note', knowledgeBases: ['handbook'] },
  { kind: 'note', holdsAt: A_MONDAY },
  { kind: 'note', asOf: A_MONDAY - 2 * DAY_MS },
  { kind: 'memory', channel: 'ops', stores: ['procedural'], untilMs: A_MONDAY - DAY_MS },
];
