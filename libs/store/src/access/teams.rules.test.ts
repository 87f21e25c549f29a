import type { TeamId } from '@cairn/contracts';
import { requireFreeName, requireKnownMembers, requireNoItems } from './teams.rules.ts';

const teams = [
  { id: 'a', name: 'Platform' },
  { id: 'b', name: 'Search' },
];

describe('the rules of teams', () => {
  it('refuse the name of another team, and let a team keep its own', () => {
    expect(() => requireFreeName(teams, 'Platform', 'b' as TeamId)).toThrow('the name Platform');
    expect(() => requireFreeName(teams, 'Platform', 'a' as TeamId)).not.toThrow();
    expect(() => requireFreeName(teams, 'platform')).not.toThrow();
  });

  it('refuse the first member whom the organisation does not have', () => {
    expect(() => requireKnownMembers([{ id: 'ada' }], ['ada', 'bob', 'cy'])).toThrow('no person or agent bob');
    expect(() => requireKnownMembers([], [])).not.toThrow();
  });

  it('refuse the removal of a team that has an item', () => {
    expect(() => requireNoItems({ id: 'item' })).toThrow('Items are stored for the team');
    expect(() => requireNoItems(undefined)).not.toThrow();
  });
});
