import { describe, expect, it } from '@jest/globals';
import type { TeamId, Visibility } from '@cairn/contracts';
import type { Principal } from './principal.ts';
import { agentIdsOf, defaultVisibility, readerOf, scopeOf, teamWordOf, isVisible } from './scope.ts';

const [org, ada, grace] = ['org', 'ada', 'grace'].map((name) => `0190a000-0000-7000-8000-${name.padStart(12, '0')}`);
const team = '0190a000-0000-7000-8000-00000000beef' as TeamId;
const caller = {
  ...{ orgId: org, principalId: ada, name: 'Ada', kind: 'agent', role: 'reader' },
  ...{ peers: ['coach:1'], peerPrefixes: ['coach'], teams: [{ teamId: team, name: 'Crew' }] },
} as unknown as Principal;

const item = (visibility: Visibility, { writer = grace, channel = null as string | null, orgId = org } = {}) =>
  ({ orgId, principalId: writer, visibility, channel }) as Parameters<typeof isVisible>[1];

describe('an item', () => {
  it.each([
    ['the organisation', item('org'), true],
    ['another organisation', item('org', { orgId: 'another' }), false],
    ['an ordinary channel', item('channel', { channel: 'dev' }), true],
    ['its writer', item('private', { writer: ada! }), true],
    ['another writer', item('private'), false],
    ['the peer of the call', item('peer', { channel: 'coach:1' }), true],
    ['another peer', item('peer', { channel: 'coach:2' }), false],
    ['no particular peer', item('peer'), false],
    ['a team of the caller', item(teamWordOf(team)), true],
    ['another team', item(teamWordOf('0190a000-0000-7000-8000-00000000dead' as TeamId)), false],
  ])('of %s is seen by those who may read it', (_whose, one, isSeen) => {
    expect(isVisible(scopeOf(caller, 'coach:1'), one)).toBe(isSeen);
  });

  it('of a closed channel is seen by nobody whom the channel is closed to, not even its writer', () => {
    const scope = scopeOf({ ...caller, closedChannels: ['dev', 'ops'] });

    expect(isVisible(scope, item('channel', { channel: 'dev', writer: ada! }))).toBe(false);
    expect(isVisible(scope, item('channel', { channel: 'de' }))).toBe(true);
  });
});

describe('a scope', () => {
  it.each([undefined, null, 'dev', 'coach:2', 'coach:main', 'coach:', 'coach'])('for %p reads no peer', (channel) => {
    expect(scopeOf(caller, channel).peerChannel).toBeNull();
  });

  it('reads the private items of the principal that an admin asked for, in place of its own', () => {
    const scope = scopeOf({ ...caller, privateOf: grace as Principal['principalId'] });

    expect(scope.readers).toContain(readerOf(item('private')));
    expect(scope.readers).not.toContain(readerOf(item('private', { writer: ada! })));
  });
});

describe('the scope of a person who owns agents', () => {
  const owner = { ...caller, agents: [grace, 'another'] } as unknown as Principal;

  it('reads the private items of the agents beside the own ones', () => {
    expect(isVisible(scopeOf(owner), item('private'))).toBe(true);
    expect(isVisible(scopeOf(owner), item('private', { writer: ada! }))).toBe(true);
    expect(isVisible(scopeOf(owner), item('private', { writer: 'somebody else' }))).toBe(false);
    expect(agentIdsOf(scopeOf(owner))).toEqual([grace, 'another']);
    expect(agentIdsOf(scopeOf(caller))).toEqual([]);
  });

  it('reads nothing of an agent when an admin asks for the private items of one principal', () => {
    const scope = scopeOf({ ...owner, privateOf: ada as Principal['principalId'] });

    expect(isVisible(scope, item('private'))).toBe(false);
  });
});

it('gives a new item the readers of its channel', () => {
  const channels = [undefined, null, '', 'dev', 'coach:1', 'coach:main', 'coach:'];

  expect(channels.map((channel) => defaultVisibility(caller, channel))).toEqual([
    ...['org', 'org', 'org', 'channel', 'peer', 'channel', 'channel'],
  ]);
});
