import { describe, expect, it } from '@jest/globals';
import type { Memory } from '@cairn/contracts';
import { linkableTo, memoryLinkOf } from './index.ts';

const id = (at: number) => `00000000-0000-7000-8000-00000000000${at}` as Memory['id'];
const memory = (at: number, title: string, content: string) => ({
  id: id(at),
  ...{ title, content, subject: null, attribute: null, validFrom: null, validTo: null },
});
type Said = readonly [title: string, content: string];
const link = (one: Said, other: Said, more: object = {}) => {
  const pair = [
    { ...memory(1, ...one), ...more },
    { ...memory(2, ...other), ...more },
  ] as const;
  expect(memoryLinkOf(pair[1], pair[0])).toBe(memoryLinkOf(...pair));
  return memoryLinkOf(...pair);
};

describe('two memories are linked', () => {
  it.each([
    ['under one title', 'Deploys', 'Deploys'],
    ['under titles that say what the text says', 'Window for deploys', 'On Friday'],
    ['under titles of which one says more than the other, not than the text', 'Deploy window: Friday', 'Deploy window'],
    ['under titles that share what the text does not say', 'Shop: Friday', 'Deploys of the shop'],
  ])('as restatements %s', (_, one, other) => {
    const content = 'The window for deploys is on Friday.';
    expect(link([one, content], [other, 'the window for deploys is on Friday'])).toBe('restates');
  });

  it('as restatements under one title that ends in a number, whatever the text begins with', () => {
    const said: Said = ['Said by two', 'Deploys are frozen from Friday noon to Monday morning.'];
    expect(link(said, said)).toBe('restates');
  });

  it('as contradictions also where the titles have the values', () => {
    const said = (budget: string): Said => [`Budget of ${budget}`, `The grocery budget is ${budget} a month.`];
    expect(link(said('$500'), said('$550'))).toBe('contradicts');
  });
});

describe('two memories that give a value of one attribute', () => {
  const ofPort = (value: string, more: object = {}) => ({ subject: 'ledger', attribute: 'port', value, ...more });
  const linked = (one: object, other: object) => {
    const pair = [
      { ...memory(1, 'Ledger', 'It listens where it always did.'), ...one },
      { ...memory(2, 'Port', 'See the chart of the ledger.'), ...other },
    ] as const;
    expect(memoryLinkOf(pair[1], pair[0])).toBe(memoryLinkOf(...pair));
    return memoryLinkOf(...pair);
  };

  it('contradict each other by it alone, whatever their texts say', () => {
    const text = { content: 'It listens where it always did.' };
    expect(linked(ofPort('5432'), ofPort('5433'))).toBe('contradicts');
    expect(linked(ofPort('5432'), ofPort('5433', text))).toBe('contradicts');
    expect(linked(ofPort('Port  A'), ofPort('port a'))).toBe('restates');
  });

  it('do not where they are of another attribute, or never hold at one time', () => {
    expect(linked(ofPort('5432'), ofPort('5433', { attribute: 'old port' }))).toBeUndefined();
    expect(linked(ofPort('5432', { validTo: 5 }), ofPort('5433', { validFrom: 5 }))).toBeUndefined();
  });
});

describe('two memories with given relations', () => {
  const relation = (by: string, type: string, to: string, more: object = {}) => ({
    from: { type: 'team' as const, name: by },
    type,
    to: { type: 'service' as const, name: to },
    ...more,
  });
  const linked = (one: object[], other: object[]) => {
    const pair = [
      { ...memory(1, 'Ledger', 'Ask them first.'), relations: one },
      { ...memory(2, 'Desk', 'See the chart.'), relations: other },
    ] as unknown as Parameters<typeof memoryLinkOf>;
    expect(memoryLinkOf(pair[1], pair[0])).toBe(memoryLinkOf(...pair));
    return memoryLinkOf(...pair);
  };
  const ofPetrel = relation('Petrel', 'owns', 'ledger');

  it('contradict each other by another end where there can be one, and by a denial', () => {
    expect(linked([ofPetrel], [relation('Heron', 'owns', 'Ledger')])).toBe('contradicts');
    expect(linked([ofPetrel], [relation('petrel', 'owns', 'ledger', { says: 'denies' })])).toBe('contradicts');
    const at = (place: string) => ({
      ...relation('ledger', 'located_in', place),
      from: { type: 'service', name: 'ledger' },
    });
    expect(linked([at('Oslo')], [at('Turku')])).toBe('contradicts');
  });

  it.each([
    ['of another thing', [ofPetrel], [relation('Heron', 'owns', 'till')]],
    ['of which one names more', [ofPetrel], [ofPetrel, relation('Heron', 'owns', 'ledger')]],
    ['of a person and a team', [ofPetrel], [{ ...ofPetrel, from: { type: 'person', name: 'Ann' } }]],
    ['of a kind that a thing has many of', [relation('a', 'uses', 'b')], [relation('c', 'uses', 'b')]],
  ])('do not by relations %s', (_, one, other) => {
    expect(linked(one, other)).toBeUndefined();
  });

  it('do not where they never hold at one time', () => {
    const other = {
      ...memory(2, 'Desk', 'See the chart.'),
      relations: [relation('Heron', 'owns', 'ledger')],
      validFrom: 5,
    };
    const one = { ...memory(1, 'Ledger', 'Ask them first.'), relations: [ofPetrel], validTo: 5 };
    expect(memoryLinkOf(one as never, other as never)).toBeUndefined();
  });
});

describe('two memories are not linked', () => {
  it.each([
    ['another service', 'orders-service', 'billing-service'],
    ['another number', 'Rule 4', 'Rule 5'],
    ['a negation', 'Deploys', 'No deploys'],
    ['one of which tells when', 'Deploys', 'Deploys before May'],
  ])('where their titles name %s', (_, one, other) => {
    expect(link([one, 'The port is 8080.'], [other, 'The port is 8080.'])).toBeUndefined();
    expect(link([one, 'The port is 8080.'], [other, 'The port is 9090.'])).toBeUndefined();
  });

  it('unless one subject says what both are about', () => {
    const said = (title: string, port: number): Said => [title, `The port is ${port}.`];
    expect(link(said('Orders', 1), said('Port', 1), { subject: 'orders' })).toBe('restates');
    expect(link(said('Orders', 1), said('Port', 2), { subject: 'orders' })).toBe('contradicts');
  });
});

const long = 'The window for deploys is on Friday. '.repeat(12);
const memories = ['The window for deploys is on Friday.', long].flatMap((content) =>
  [null, 'deploys', 'orders'].map((subject) => ({ ...memory(1, 'Deploys', content), subject })),
);

it.each(memories)(
  'links nothing beside what a memory of $content.length characters about $subject can be linked to',
  (one) => {
    const among = linkableTo(one);
    const linked = memories.filter((other) => memoryLinkOf(one, { ...other, id: id(2) }) !== undefined);
    for (const { subject } of linked) expect([undefined, subject]).toContain(among?.subject);
    expect(among === undefined).toBe(linked.length === 0);
  },
);
