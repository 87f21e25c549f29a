import { expect, it } from '@jest/globals';
import { statusOf } from './decision-status.ts';

const active = { state: 'active', validTo: null, tags: ['adr'] } as const;

it.each([
  [{ ...active, tags: ['adr', 'accepted'] }, 'holds'],
  [{ ...active, tags: ['adr', 'proposed'] }, 'proposed'],
  [{ ...active, tags: ['proposed'] }, 'holds'],
  [{ ...active, tags: ['adr'], trust: 'disputed' as const }, 'contradicted'],
  [{ ...active, tags: ['adr'], validTo: 1 }, 'ended'],
  [{ ...active, tags: ['adr', 'proposed'], state: 'superseded' as const }, 'superseded'],
])('tells of %j that it is %s', (decision, status) => {
  expect(statusOf(decision)).toBe(status);
});
