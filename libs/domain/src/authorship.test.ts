import { describe, expect, it } from '@jest/globals';
import { roles, type PrincipalId, type Role } from '@cairn/contracts';
import { forgettableBy, isTrustedWriter, mayChange, requireMayChange, requireRole } from './authorship.ts';

const [ada, grace] = ['ada', 'grace'] as unknown as [PrincipalId, PrincipalId];
const adaAs = (role: Role) => ({ principalId: ada, role });

describe('a change of what somebody wrote', () => {
  it.each(roles)('is open to a %s for what they wrote themselves', (role) => {
    expect(mayChange(adaAs(role), ada)).toBe(true);
  });

  it('is open to managers and admins for what others wrote', () => {
    expect(roles.filter((role) => mayChange(adaAs(role), grace))).toEqual(['manager', 'admin']);
  });

  it('needs the role manager when one of several writers is another', () => {
    const change = (role: Role) => requireMayChange(adaAs(role), [ada, grace], 'forget a note');

    expect(() => change('manager')).not.toThrow();
    expect(() => change('writer')).toThrow(
      'This key has the role writer and forgets notes that it alone has written; what others wrote too needs the role manager.',
    );
  });
});

describe('a role', () => {
  it('includes those before it', () => {
    const may = (needed: Role) =>
      roles.filter((role) => {
        try {
          requireRole({ role }, needed, { act: 'manage' });
          return true;
        } catch {
          return false;
        }
      });

    expect(roles.map((needed) => may(needed).length)).toEqual([4, 3, 2, 1]);
  });

  it('is named with the role of the key and the field that asked for it', () => {
    const issues = [{ field: 'privateOf', message: 'needs the role admin' }];

    expect(() => requireRole({ role: 'writer' }, 'admin', { act: 'privateOf', issues })).toThrow(
      expect.objectContaining({
        code: 'auth/forbidden',
        message: 'privateOf needs the role admin; this key has the role writer.',
        issues,
      }),
    );
  });
});

it('trusts the rules of people and of agents with the role manager', () => {
  const kinds = ['person', 'agent'] as const;
  const trusted = kinds.flatMap((kind) =>
    roles.filter((role) => isTrustedWriter({ kind, role })).map((role) => `${kind} ${role}`),
  );

  expect(trusted).toEqual([
    'person reader',
    'person writer',
    'person manager',
    'person admin',
    'agent manager',
    'agent admin',
  ]);
});

it('forgets for all when a manager does', () => {
  expect(roles.map((role) => forgettableBy({ role }))).toEqual(['own', 'own', 'all', 'all']);
});
