import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { claimsOf, isDisputed, renewalOf, topicOf } from './index.ts';

const renewal = (query: string, older: string, newer: string) =>
  renewalOf(topicOf(query), claimsOf(older), claimsOf(newer));
const disputed = (query: string, one: string, other: string) =>
  isDisputed(topicOf(query), claimsOf(one), claimsOf(other));

describe('a newer text renews an older one', () => {
  it.each([
    [
      'another amount',
      'What is our monthly hosting budget?',
      'The monthly hosting budget is $500.',
      'Monthly hosting costs: the budget is $650 since May.',
    ],
    [
      'another day',
      'When is the release of the mobile app?',
      'The mobile app release is on May 10.',
      'They moved the mobile app release to May 20.',
    ],
    [
      'a change without a value',
      'When is the architecture review of the gateway?',
      'The architecture review of the gateway is on March 3.',
      'The architecture review of the gateway was postponed again.',
    ],
  ])('by %s', (_, query, older, newer) => {
    expect(renewal(query, older, newer)).toBeGreaterThan(0);
  });

  it.each([
    [
      'a question about the past',
      'What was our monthly hosting budget before the move?',
      'The monthly hosting budget is $500.',
      'The monthly hosting budget is $650.',
    ],
    [
      'the same value',
      'What is our monthly hosting budget?',
      'The monthly hosting budget is $500.',
      'Our monthly hosting budget of $500 stands.',
    ],
    [
      'a value of something else',
      'What is our monthly hosting budget?',
      'The monthly hosting budget is $500.',
      'The travel costs are $650.',
    ],
    [
      'another measure',
      'What is our monthly hosting budget?',
      'The monthly hosting budget is $500.',
      'The monthly hosting budget covers 3 servers.',
    ],
    [
      'code',
      'What is our monthly hosting budget?',
      'The monthly hosting budget is $500.',
      '```\nmonthly hosting budget = $650\n```',
    ],
  ])('but not for %s', (_, query, older, newer) => {
    expect(renewal(query, older, newer)).toBe(0);
  });
});

describe('a newer text about a thing of a like name renews nothing', () => {
  const alike: [string, string, string, string][] = [
    [
      'When is the dentist appointment of Maya?',
      'The dentist appointment of Maya is on 5 May.',
      'I moved the dentist appointment of Maya to 9 May.',
      'I moved the vet appointment of Maya to 9 May.',
    ],
    [
      'What is the monthly grocery budget?',
      'The monthly grocery budget is $500.',
      'We raised the monthly budget for groceries to $650.',
      'The monthly hosting budget was raised to $650.',
    ],
    [
      'What is the rate limit of the public API?',
      'The rate limit of the public API is 50 requests a second.',
      'The public API has a rate limit of 80 requests a second now.',
      'The rate limit of the partner API is now 20 requests a second.',
    ],
    [
      'What is the test coverage percentage of my API parser module?',
      'The test coverage of the API parser module is 65%.',
      'The API parser has reached 78% test coverage.',
      'The test coverage of my core modules, API errors included, has reached 85%.',
    ],
    [
      'When is the webinar on release trains?',
      'The webinar on release trains is on March 3.',
      'The webinar on release trains was moved to March 9.',
      'The budget for release trains, $3,000, was approved now on March 9.',
    ],
    [
      'When does an idle agent portal session end? What is the limit?',
      'An idle session of the agent portal ends after 30 minutes.',
      'An idle agent portal session now ends after 20 minutes.',
      'In the console an idle session now ends after 10 minutes.',
    ],
  ];

  it.each(alike)('%s', (query, older, newer, other) => {
    expect(renewal(query, older, newer)).toBeGreaterThan(0);
    expect(renewal(query, older, other)).toBe(0);
  });
});

describe('two texts dispute what is asked', () => {
  it('when one says never and the other that it is so', () => {
    const query = 'Have we ever run the migration on staging?';
    const denies = 'We have never run the migration on staging, so what should we expect?';
    const affirms = 'Yesterday we ran the migration on staging, it took an hour.';
    expect(disputed(query, denies, affirms)).toBe(true);
    expect(disputed(query, affirms, denies)).toBe(true);
    expect(disputed(query, denies, denies)).toBe(false);
    expect(disputed(query, affirms, affirms)).toBe(false);
  });

  it('also when the question names the other side', () => {
    const query = 'Have we ever run the migration on staging, or are we only beginning to think about such things?';
    const denies = 'We have never run the migration on staging, so what should we expect?';
    expect(disputed(query, denies, 'Yesterday we ran the migration on staging, it took an hour.')).toBe(true);
  });

  it('but not when something else is denied, or the question is about something else', () => {
    const affirms = 'Yesterday we ran the migration on staging.';
    const deniesOther = 'Yesterday we ran the migration on staging, but we never touched the mobile app.';
    expect(disputed('Have we ever run the migration on staging?', deniesOther, affirms)).toBe(false);
    expect(disputed('Who owns the mobile app?', 'We never ran the migration on staging.', affirms)).toBe(false);
  });
});

describe('laws', () => {
  const text = fc
    .array(
      fc.constantFrom(
        'the budget',
        'of hosting',
        'is',
        'never',
        'raised to',
        '$5',
        '$6',
        'on Friday',
        '5 hours',
        '. ',
        ', ',
        '```',
      ),
      { maxLength: 12 },
    )
    .map((words) => words.join(' '));
  const query = fc.constantFrom(
    'What is the budget of hosting?',
    'When is the budget of hosting due?',
    'Have we ever had a hosting budget?',
    '',
    '予算はいくらですか',
  );

  it('a text renews itself only by telling of a change', () => {
    fc.assert(
      fc.property(query, text, (asked, one) => {
        const claims = claimsOf(one);
        const before = renewalOf(topicOf(asked), claims, claims);
        expect(before === 0 || claims.some(({ tellsChange }) => tellsChange)).toBe(true);
      }),
    );
  });

  it('a dispute has no order, and a renewal is at most 1.4', () => {
    fc.assert(
      fc.property(query, text, text, (asked, one, other) => {
        expect(disputed(asked, one, other)).toBe(disputed(asked, other, one));
        const strength = renewal(asked, one, other);
        expect(strength).toBeGreaterThanOrEqual(0);
        expect(strength).toBeLessThanOrEqual(1.4);
      }),
    );
  });
});
