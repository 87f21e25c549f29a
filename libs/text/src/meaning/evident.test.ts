import { keepEvidentParts } from './evident.ts';

const rule = {
  title: 'Cluster through Git',
  content:
    'Never run kubectl apply or helm upgrade against prod. Merge to the deploy repo instead, e.g. git push origin deploy/api.',
};
const decision = {
  title: 'Sessions in Postgres',
  content: 'We keep sessions in Postgres because p99 is 40 ms. Redis was rejected: one more server to run.',
};

it('keeps the parts of a proposal whose words stand in the text', () => {
  const forbids = [
    { names: ['kubectl apply', 'helm upgrade'], environments: ['production'], strength: 'must' as const },
  ];
  const instead = ['git push origin deploy/api'];

  expect(keepEvidentParts(rule, { forbids, instead })).toEqual({ proposes: { forbids, instead }, dropped: [] });

  const decides = {
    reasons: ['p99 is 40 ms'],
    alternatives: [{ what: 'Redis', whyNot: 'one more server to run' }],
  };
  expect(keepEvidentParts(decision, { decides })).toEqual({ proposes: { decides }, dropped: [] });
});

it('drops a name that is not in the text, and says so', () => {
  const forbids = [{ names: ['kubectl apply', 'terraform destroy'], strength: 'must' as const }];

  expect(keepEvidentParts(rule, { forbids })).toEqual({
    proposes: { forbids: [{ names: ['kubectl apply'], strength: 'must' }] },
    dropped: ['forbids[0].names: "terraform destroy" not in the text'],
  });
});

it.each([
  { within: ['main branch'] },
  { environments: ['staging'] },
  { without: ['--dry-run'] },
  { except: ['the release manager'] },
  { number: { above: 500 } },
])('drops a norm whose condition %j is not in the text: without it, more would be forbidden', (condition) => {
  const forbids = [{ names: ['kubectl apply'], strength: 'must' as const, ...condition }];

  const { proposes, dropped } = keepEvidentParts(rule, { forbids });

  expect(proposes).toEqual({});
  expect(dropped).toEqual([expect.stringMatching(/^forbids\[0\]: .* not in the text$/u)]);
});

it('drops a norm of which only verbs, or only things, are left of both', () => {
  const forbids = [{ words: ['customer data'], verbs: ['merge'], strength: 'must' as const }];

  expect(keepEvidentParts(rule, { forbids }).proposes).toEqual({});
  expect(
    keepEvidentParts(rule, { forbids: [{ names: ['kubectl apply'], verbs: ['erase'], strength: 'must' }] }).proposes,
  ).toEqual({});
});

it('takes reasons and values word for word only, since a small word can turn them round', () => {
  const decides = { reasons: ['p99 is not 40 ms', 'P99 is 40 ms.'], consequences: ['cheaper'] };

  expect(keepEvidentParts(decision, { decides })).toEqual({
    proposes: { decides: { reasons: ['P99 is 40 ms.'] } },
    dropped: ['decides.reasons: "p99 is not 40 ms" not in the text', 'decides.consequences: "cheaper" not in the text'],
  });
  const port = { title: 'db port', content: 'The db listens on 5432.' };
  expect(keepEvidentParts(port, { value: '5432' }).proposes).toEqual({ value: '5432' });
  expect(keepEvidentParts(port, { value: '5433' }).proposes).toEqual({});
});

it('drops a relation of which an end is not in the text', () => {
  const owner = { title: 'Ledger', content: 'Petrel looks after the ledger service.' };
  const good = { from: 'team:Petrel', type: 'owns', to: 'service:ledger' };

  expect(keepEvidentParts(owner, { relations: [good, { ...good, from: 'team:Heron' }] })).toEqual({
    proposes: { relations: [good] },
    dropped: ['relations[1]: "Heron" not in the text'],
  });
});
