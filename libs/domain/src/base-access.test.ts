import { describe, expect, it } from '@jest/globals';
import { mayReachBase, type BaseAccess } from './base-access.ts';
import type { Principal } from './principal.ts';

const ids = ['org', 'ada', 'key'].map((name) => `0190a000-0000-7000-8000-${name.padStart(12, '0')}`);
const ada = {
  ...{ orgId: ids[0], principalId: ids[1], keyId: ids[2], name: 'Ada', kind: 'agent', role: 'reader' },
  ...{ peers: ['coach:511'], peerPrefixes: ['coach'] },
} as unknown as Principal;

/** Peers of Ada's key: only `coach:511`. */
const channels = [undefined, 'dev', 'coach:511', 'coach:512', 'coach:main', 'coach:', 'coach'] as const;
const table: readonly (readonly [scope: string | null, BaseAccess['peerScopePolicy'], reached: string])[] = [
  // Columns: none, dev, coach:511, coach:512, coach:main, coach:, coach
  [null, 'strict', '++--+--'],
  [null, 'permissive', '+++-+--'],
  ['dev', 'strict', '-+-----'],
  ['dev', 'permissive', '-+-----'],
  ['coach:511', 'strict', '--+----'],
  ['coach:511', 'permissive', '--+----'],
  ['coach:512', 'permissive', '-------'],
  ['coach:main', 'strict', '----+--'],
  ['coach:main', 'permissive', '--+-+--'],
];

// Behaviour 15-knowledge-bases
describe('a knowledge base', () => {
  it.each(table)(
    'of %p with the policy %s is reached by the calls that the table says',
    (scope, peerScopePolicy, reached) => {
      const access = { isActive: true, agentIds: [], scope, peerScopePolicy };
      const marks = channels.map((channel) => (mayReachBase(ada, access, channel) ? '+' : '-'));
      expect(marks.join('')).toBe(reached);
    },
  );

  it('that is inactive, or kept to others, is reached by no call', () => {
    const open: BaseAccess = { isActive: true, agentIds: [], scope: null, peerScopePolicy: 'permissive' };
    const reaches = (access: BaseAccess) => channels.some((channel) => mayReachBase(ada, access, channel));
    expect(reaches({ ...open, isActive: false })).toBe(false);
    expect(reaches({ ...open, agentIds: [ids[2] as Principal['principalId']] })).toBe(false);
    expect(reaches({ ...open, agentIds: [ada.principalId] })).toBe(true);
  });

  it('is reached by no call for a closed channel, whoever asks without being let in', () => {
    const closed = { ...ada, closedChannels: ['dev'] };
    const access: BaseAccess = { isActive: true, agentIds: [], scope: null, peerScopePolicy: 'permissive' };
    expect(mayReachBase(closed, access, 'dev')).toBe(false);
    expect(mayReachBase(closed, { ...access, scope: 'dev' }, 'dev')).toBe(false);
    expect(mayReachBase(closed, access, 'ops')).toBe(true);
  });
});
