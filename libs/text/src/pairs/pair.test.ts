import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readText, relationOf, statementOf, textRelationOf } from './index.ts';

const relation = (one: string, other: string) => relationOf(statementOf(one), statementOf(other));
const textRelation = (one: string, other: string) => textRelationOf(readText(one), readText(other))?.relation;

describe('two texts say the same', () => {
  it.each([
    ['The deploy window is on Friday.', 'the deploy window is on Fri'],
    ['We keep 1,200 calls a day', 'We keep 1200 calls a day.'],
    ["The worker doesn't retry.", 'The worker does not retry'],
    ['The release is really simple.', 'The release is simple'],
    ['The worker retries failed jobs', 'The worker retries failed job'],
    ['The nightly backups of the orders need a copy', 'The nightly backup of the orders needs a copy'],
    ['Note that the deploy window is on Friday.', 'The deploy window is on Friday.'],
    ['Reminder: never push to the main branch', 'Never push to the main branch'],
    ['Please keep in mind that the archive is slow', 'Important: the archive is slow'],
    ['Das Fenster ist am Freitag.', 'das Fenster ist am Freitag'],
    ['发布窗口是星期五。', '发布窗口是星期五'],
  ])('%s | %s', (one, other) => {
    expect(relation(one, other)).toBe('same');
  });
});

describe('two texts say the same with another value', () => {
  it.each([
    ['The grocery budget is $500 a month', 'The grocery budget is $550 a month'],
    ['The deploy window is on Friday', 'The deploy window is on Monday'],
    ['The owner of billing is Alice', 'The owner of billing is Bob'],
    ['Our daily quota is 1000 calls', 'Our daily quota is 1,200 calls'],
    ['Das Budget liegt bei 500 €', 'Das Budget liegt bei 550 €'],
  ])('%s | %s', (one, other) => {
    expect(textRelation(one, other)).toBe('other-value');
  });

  it.each([
    ['of two things that are numbered', 'Error code 4017 means a full disk', 'Error code 4018 means a full disk'],
    ['of two people', 'Alice reports to Carol', 'Bob reports to Carol'],
    [
      'of two groups of people',
      'Members of acme/app-admins: @ann and @bob',
      'Members of acme/app-owners: @ann and @bob',
    ],
    ['of two releases', 'Release 1.2 was on May 3', 'Release 1.3 was on June 7'],
    ['of two things in plain words', 'We use postgres for billing', 'We use mysql for billing'],
  ])('but not %s', (_, one, other) => {
    expect(textRelation(one, other)).toBeUndefined();
  });
});

describe('one text denies the other', () => {
  it.each([
    ['The worker retries failed jobs', 'The worker does not retry failed jobs'],
    ['We never deploy on Fridays from the main branch', 'We always deploy on Fridays from the main branch'],
    ["The team didn't approve the plan", 'The team did approve the plan'],
  ])('%s | %s', (one, other) => {
    expect(textRelation(one, other)).toBe('opposite');
  });
});

describe('what must never be the same', () => {
  const sentence = [
    'Our staging cluster in the north keeps every build of the payment service for the whole team and its auditors',
    'Unser Testcluster im Norden behält jeden Stand des Zahlungsdienstes für das ganze Team und seine Prüfer',
    'Notre grappe de test garde chaque version du service de paiement pour toute la équipe et ses auditeurs',
    'Nuestro grupo de pruebas guarda cada versión del servicio de pago para todo el equipo y sus auditores',
    'Наш тестовый кластер хранит каждую сборку платёжного сервиса для всей команды и её аудиторов',
  ];
  const differing = [
    ...['5', '17', '3.5', '40%', '$12', 'twelve', '10:30', 'v2.1'],
    ...['Friday', 'March', 'tomorrow', 'Freitag', 'vendredi'],
    ...['Alice', 'Postgres', 'AWS', 'api.example.com', 'Zürich'],
    ...['not', 'never', 'no', 'without', 'hardly', 'nicht', 'kein', 'pas', 'jamais', 'no', 'nunca', 'не', 'без'],
    ...['hours', 'ms', 'GB', 'seconds', 'km'],
  ];
  const place = fc.record({ text: fc.constantFrom(...sentence), at: fc.nat() });
  const put = (text: string, at: number, word: string, remove: number) => {
    const words = text.split(' ');
    // The first word of a sentence has its capital for its place, not for its name.
    words.splice(1 + (at % (words.length - 1)), remove, word);
    return words.join(' ');
  };

  it('texts of which one has a number, date, name, negation or unit more', () => {
    fc.assert(
      fc.property(place, fc.constantFrom(...differing), ({ text, at }, word) => {
        // A unit is one beside its number.
        const more = /^(?:hours|ms|GB|seconds|km)$/.test(word) ? `5 ${word}` : word;
        expect(relation(text, put(text, at, more, 0))).not.toBe('same');
      }),
      { numRuns: 500 },
    );
  });

  it('texts with another one of them in one place', () => {
    fc.assert(
      fc.property(place, fc.constantFrom(...differing), fc.constantFrom(...differing), ({ text, at }, a, b) => {
        fc.pre(a !== b);
        expect(relation(put(text, at, `5 ${a}`, 1), put(text, at, `5 ${b}`, 1))).not.toBe('same');
      }),
      { numRuns: 500 },
    );
  });

  it('texts of another language with any other word', () => {
    const foreign = fc.constantFrom(...sentence.slice(1));
    const word = fc.stringMatching(/^[a-zäöüéñß]{2,9}$/);
    fc.assert(
      fc.property(foreign, fc.nat(), word, fc.nat({ max: 1 }), (text, at, more, removed) => {
        const other = put(text, at, more, removed);
        fc.pre(other !== text);
        expect(relation(text, other)).not.toBe('same');
      }),
    );
  });

  it.each([
    ['The deploys of billing always fail', 'The deploy of billing fails'],
    ['The team used the old queue', 'The team uses the old queue'],
    ['The invoices go to the archive', 'The invoices go to the staging archive'],
    ['All the jobs are retried', 'The jobs are retried'],
    ['The news of the shop are here', 'The new of the shop are here'],
  ])('texts in another sense: %s | %s', (one, other) => {
    expect(relation(one, other)).not.toBe('same');
  });

  it('texts that turn who does what to whom', () => {
    expect(relation('alice reports to bob in the payments team', 'bob reports to alice in the payments team')).not.toBe(
      'same',
    );
    expect(relation('The API uses OAuth', 'Does the API use OAuth?')).not.toBe('same');
  });
});

describe('laws', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom('the', 'owner', 'of', 'is', 'not', 'Alice', 'Bob', '5', '6', 'hours', '$', 'May', 'and', '.'),
        { maxLength: 9 },
      )
      .map((words) => words.join(' ')),
  );

  it('the order of the two does not matter', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(relation(one, other)).toBe(relation(other, one));
      }),
      { numRuns: 500 },
    );
  });

  it('a text that says something says the same as itself', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(relation(one, one)).toBe(statementOf(one).words.length > 0 ? 'same' : undefined);
      }),
    );
  });
});
