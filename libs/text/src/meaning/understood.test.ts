import { readMeaning } from './read-meaning.ts';
import { understoodLines, type GivenMeaning, type Understanding } from './understood.ts';

const nothing = { reasons: 0, alternatives: 0, consequences: 0 };

function linesOf(given: Partial<GivenMeaning>, more: Partial<Understanding> = {}): string[] {
  const all = { isByImporter: false, former: new Set<never>(), ...given };
  return understoodLines({
    category: 'rule',
    isTrusted: true,
    read: { relations: [], parts: nothing },
    ...more,
    given: all,
  });
}

describe('the lines of what was understood', () => {
  it('say each norm with its bounds, what to do instead once, and whether it stops', () => {
    const forbids = [
      { names: ['terraform apply'], environments: ['production'], strength: 'must' as const },
      {
        verbs: ['delete', 'send'],
        words: ['customer data'],
        within: ['exports/'],
        without: ['a ticket'],
        strength: 'step' as const,
      },
      { names: ['a', 'b', 'c', 'd', 'e', 'f'], except: ['a -n'], number: { above: 500 }, strength: 'advice' as const },
    ];

    expect(linesOf({ forbids, instead: ['make deploy'] })).toEqual([
      'rule: forbids terraform apply | in production | instead make deploy | stops: yes (given)',
      'rule: forbids delete/send customer data | within exports/ | without a ticket | stops: no, step (given)',
      'rule: forbids a, b, c, d and 2 more | except a -n | above 500 | stops: no, advice (given)',
    ]);
  });

  it('forbid nothing that is named by the document of an imported section alone', () => {
    const content = 'No migration drops a column in the release that stops using it. Do it one release later.';

    expect(readMeaning({ category: 'rule', title: 'CLAUDE.md / Database', content }).forbids).toBeUndefined();
    expect(readMeaning({ category: 'rule', title: 'docs / schema.sql', content: 'Never edit it.' }).forbids).toEqual([
      'schema.sql',
    ]);
  });

  it('say why a rule stops nothing, and who read it', () => {
    const forbids = [{ names: ['x'], strength: 'must' as const }];

    expect(linesOf({ forbids }, { isTrusted: false })).toEqual([
      'rule: forbids x | stops: no, not written or confirmed here by a person or manager (given)',
    ]);
    expect(linesOf({ forbids }, { category: 'lesson' })).toEqual(['rule: forbids x | stops: yes (given)']);
    expect(linesOf({ forbids, isByImporter: true })).toEqual(['rule: forbids x | stops: yes (read by an importer)']);
    expect(linesOf({ forbids, former: new Set(['forbids'] as const) })).toEqual([
      'rule: forbids x | stops: yes (given for the former text)',
    ]);
  });

  it('say the parts of a decision, a value, and relations that were given or read, each once', () => {
    const relations = [{ from: 'team:Petrel', type: 'owns', to: 'service:zither' }];
    const read = {
      relations: [
        { from: 'petrel', type: 'owns', to: 'zither', confidence: 0.8 },
        { from: 'zither', type: 'depends_on', to: 'ledger', says: 'ends' as const, confidence: 0.6 },
      ],
      parts: nothing,
    };
    const decides = { reasons: ['a', 'b'], alternatives: [{ what: 'c' }], reverses: 'Old way' };

    expect(linesOf({ decides }, { category: 'decision' })).toEqual([
      'decision: 2 reasons, 1 alternative, reverses Old way (given)',
    ]);
    expect(linesOf({ relations, subject: 'db', attribute: 'port', value: '5432' }, { category: 'fact', read })).toEqual(
      [
        'fact: db port is 5432 (given)',
        'graph: Petrel owns zither (given)',
        'graph: zither depends on ledger, no longer (read from English, .6)',
      ],
    );
  });

  it.each([
    ['rule', 'nothing was read: give forbids if this says what must not be done'],
    ['decision', 'nothing was read: give decides, so that why can answer'],
    ['fact', 'nothing was read: give relations if this says who owns or needs what'],
  ] as const)('say of a %s of which nothing was read what to give', (category, hint) => {
    expect(linesOf({}, { category })).toEqual([hint]);
  });

  it('are silent where nothing is expected, short, and each one line', () => {
    expect(linesOf({}, { category: 'event' })).toEqual([]);
    const many = Array.from({ length: 20 }, (_, at) => ({
      names: [`${at}\n${'x'.repeat(190)}`],
      strength: 'must' as const,
    }));

    const lines = linesOf({ forbids: many, instead: ['y'.repeat(200)] });

    expect(lines).toHaveLength(8);
    expect(lines.at(-1)).toBe('and 13 more');
    expect(lines.every((line) => line.length <= 300 && !line.includes('\n'))).toBe(true);
  });

  it('say what was read in the English of a rule or a decision', () => {
    const rule = {
      category: 'rule' as const,
      title: 'Cluster',
      content: 'Never run `kubectl apply`. Use `make deploy` instead.',
    };
    const decision = {
      category: 'decision' as const,
      title: 'Queue in Postgres',
      content: 'We considered Kafka. We chose so because we run it.',
    };

    expect(linesOf({}, { read: { relations: [], ...readMeaning(rule) } })).toEqual([
      'rule: forbids kubectl apply | instead Use `make deploy` instead. | stops: as typed (read from English)',
    ]);
    expect(linesOf({}, { category: 'decision', read: { relations: [], ...readMeaning(decision) } })).toEqual([
      'decision: 1 reason, 1 alternative (read from English)',
    ]);
  });
});
