import { extractStatements } from './extract.ts';

const read = (content: string) =>
  extractStatements({ content, saidAt: 5, evidence: { memoryId: 'm' } }).map(
    ({ from, type, to, says }) => `${from.name} ${says === 'holds' ? '' : `${says} `}${type} ${to.name}`,
  );

describe('extractStatements', () => {
  it.each([
    ['Mira Okafor owns the billing service.', 'Mira Okafor owns billing'],
    ['The billing service is owned by the Payments team.', 'Payments owns billing'],
    ['libs/auth belongs to @acme/identity.', '@acme/identity owns libs/auth'],
    ['We agreed that @lee is responsible for /docs/api.', '@lee owns /docs/api'],
    ['Tomas leads the Search team.', 'Tomas leads Search'],
    ['The Search team is led by Tomas.', 'Tomas leads Search'],
    ['@ana is a member of the Search team.', '@ana member_of Search'],
    ['The checkout service depends on ledger-core.', 'checkout depends_on ledger-core'],
    ['ledger-core is needed by the checkout service.', 'checkout depends_on ledger-core'],
    ['ledger-core cannot work without Postgres.', 'ledger-core depends_on Postgres'],
    ['Checkout uses Redis.', 'Checkout uses Redis'],
    ['The Search team decided to use OpenSearch.', 'Search decided OpenSearch'],
    ['Jenkins was replaced by Buildkite.', 'Buildkite replaces Jenkins'],
    ['@acme/forms lives in packages/forms.', '@acme/forms located_in packages/forms'],
  ])('reads %s', (sentence, relation) => {
    expect(read(sentence)).toEqual([relation]);
  });

  it('reads lists on both sides', () => {
    expect(read('Mira, Lee and Ana own ledger-core.')).toEqual([
      'Mira owns ledger-core',
      'Lee owns ledger-core',
      'Ana owns ledger-core',
    ]);
    expect(read('Members of acme/search (who index. And more): @a, @b and @c.')).toHaveLength(3);
  });

  it.each([
    ['Mira no longer owns ledger-core.', 'Mira ends owns ledger-core'],
    ['Mira stopped maintaining ledger-core.', 'Mira ends maintains ledger-core'],
    ['ledger-core used to be owned by Mira.', 'Mira ends owns ledger-core'],
    ['Mira does not own ledger-core.', 'Mira denies owns ledger-core'],
    ['ledger-core is not owned by Mira.', 'Mira denies owns ledger-core'],
    ['Mira is not responsible for ledger-core.', 'Mira denies owns ledger-core'],
  ])('reads that something ended or was denied: %s', (sentence, relation) => {
    expect(read(sentence)).toEqual([relation]);
  });

  it('reads a hand-over as an end and a beginning', () => {
    for (const sentence of ['ledger-core was handed over from', 'Ownership of ledger-core moved from'])
      expect(read(`${sentence} Mira to Lee.`)).toEqual(['Mira ends owns ledger-core', 'Lee owns ledger-core']);
  });

  it.each([
    'Does Mira own ledger-core?',
    'If Mira owns ledger-core, ask her.',
    'Mira might own ledger-core.',
    'Mira should own ledger-core.',
    'She owns the billing service.',
    'It depends on the weather.',
    'The customer owns a car.',
    'ledger-core was moved from packages/a to packages/b.',
    'Everybody needs a holiday.',
    'The team acme/search has no maintainers of its own.',
  ])('reads nothing in %s', (sentence) => {
    expect(read(sentence)).toEqual([]);
  });

  it('keeps the dates that a sentence names', () => {
    const [said] = extractStatements({
      content: 'Mira owned ledger-core until 2024-03-01.',
      saidAt: 0,
      evidence: { memoryId: 'm' },
    });

    expect(said).toMatchObject({ validTo: Date.UTC(2024, 2, 1) });
  });
});
