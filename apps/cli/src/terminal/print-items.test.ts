import { MemoryId, OrgId, PrincipalId, type ItemResponse } from '@cairn/contracts';
import { printItem, printItems } from './print-items.ts';
import { createPrinter } from './printer.ts';

const ID = '0190c0de-0000-7000-8000-000000000001';
const stored: Extract<ItemResponse, { kind: 'memory' }> = {
  kind: 'memory',
  id: MemoryId.parse(ID),
  store: 'semantic',
  category: 'decision',
  title: 'We take the money at…',
  content: 'We take the money at the gangway.',
  tags: ['payments'],
  strength: 0.8,
  declaredConfidence: 0.9,
  valence: 0,
  arousal: 0,
  validFrom: null,
  validTo: null,
  subject: null,
  attribute: null,
  knowledgeBase: null,
  sourceIds: [],
  orgId: OrgId.parse(ID),
  principalId: PrincipalId.parse(ID),
  author: 'ci-agent',
  channel: null,
  visibility: 'org',
  state: 'active',
  version: 1,
  timestamp: null,
  activeFrom: null,
  activeTo: null,
  createdAt: new Date(2026, 2, 2, 8, 1).getTime(),
  source: 'cli',
  externalId: null,
  provenance: {},
  index: { words: 'indexed', vectors: 'indexed' },
};

function printed(item: ItemResponse): string {
  const pieces: string[] = [];
  printItems(createPrinter({ write: (text) => pieces.push(text), columns: 100, isTTY: false }, {}), [item]);
  return pieces.join('');
}

test('says once what begins with its own title, who wrote it, and when it was saved if nobody dated it', () => {
  expect(printed(stored)).toBe(
    `We take the money at the gangway.\n   ${ID} · saved 2026-03-02 08:01 · semantic · decision · #payments · by ci-agent\n`,
  );
  expect(printed({ ...stored, title: 'Payment' })).toMatch(/^Payment: We take the money at the gangway\.\n/);
});

test('shows the parts of a compound field in words', () => {
  const decides = { reasons: ['we run it'], alternatives: [{ what: 'Kafka', whyNot: 'one team' }] };
  const pieces: string[] = [];

  printItem(createPrinter({ write: (text) => pieces.push(text) }, {}), { ...stored, decides });

  expect(pieces.join('')).toContain('\ndecides: reasons [we run it], alternatives [what Kafka, whyNot one team]\n');
});
