import { findEvent } from './events.ts';

test.each<[string, string, string]>([
  ['What did we deploy before the release freeze?', 'before', 'release freeze'],
  ['who joined after our database outage in May', 'after', 'database outage'],
  ['Since the audit, who has signed?', 'since', 'audit'],
  ['till this migration', 'until', 'migration'],
  ['what broke during the E4017 incident', 'during', 'E4017 incident'],
])('%p counts %s %p', (query, relation, words) => {
  expect(findEvent(query)).toEqual({ relation, words });
});

test.each([
  'before lunch',
  'What happened after Monday?',
  'since the',
  'ever since we met',
  'after the very long and winding road',
  'after the big red old noisy server crash',
  'vor dem Release Freeze',
  '',
])('%p counts from no event that has a name', (query) => {
  expect(findEvent(query)).toBeUndefined();
});
