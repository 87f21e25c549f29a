import type { Query } from './data-set.ts';
import { contradictionsIn, contradictionsText, updatesIn, updatesText } from './role-views.ts';

const query = (id: string, goldRoles?: Record<string, string[]>, gold: string[] = []): Query => ({
  id,
  conversation: 'c',
  query: id,
  kind: 'k',
  target: 'messages',
  gold,
  goldRoles,
});
const answer = (id: string, ids: string[], isFlagged = false, moved: string[] = []) => ({ id, ids, isFlagged, moved });

test('an update counts where the best new evidence stands above the best old, or alone', () => {
  const roles = { original_info: ['old', 'old too'], updated_info: ['new', 'new too'] };
  const ids = [['x', 'new too', 'old'], ['new'], ['old', 'new'], ['old'], []];
  const queries = [...ids.map((_, at) => query(String(at), roles)), query('plain')];
  const updates = updatesIn(
    queries,
    ids.map((some, at) => answer(String(at), some)),
  );
  expect(updates).toEqual({ n: 5, newAboveOld: 2, moved: 0, falselyMoved: 0, movedElsewhere: 0 });
});

test('a move is false where what was moved is no evidence, and counts apart where nothing was renewed', () => {
  const roles = { original_info: ['old'], updated_info: ['new'] };
  const queries = [query('asked', roles, ['old', 'new']), query('plain')];
  const updates = updatesIn(queries, [
    answer('asked', ['new', 'alike', 'old'], false, ['new', 'alike']),
    answer('plain', ['x'], false, ['x']),
  ]);
  expect(updatesText('chats', updates)).toBe(
    'chats updates: new above old 1 of 1; hits moved 2, of them no evidence 1; moved in other questions 1',
  );
});

test('a contradiction counts where both sides are in the first ten; flags elsewhere are what it costs', () => {
  const roles = { first_statement: ['yes'], second_statement: ['no'] };
  const queries = [query('both', roles), query('deep', roles), query('plain'), query('calm')];
  const deep = ['yes', ...Array.from({ length: 9 }, (_, at) => `x${at}`), 'no'];
  const contradictions = contradictionsIn(queries, [
    answer('both', ['no', 'yes'], true),
    answer('deep', deep, false),
    answer('plain', ['yes'], true),
    answer('calm', []),
  ]);
  expect(contradictions).toEqual({ n: 2, bothInFirstTen: 1, flagged: 1, others: 2, othersFlagged: 1 });
  expect(contradictionsText('chats', contradictions)).toBe(
    'chats contradictions: both sides in the first ten 1 of 2, flagged 1 of 2; of other questions 1 of 2',
  );
});
