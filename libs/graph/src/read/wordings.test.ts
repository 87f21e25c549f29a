import { englishReader, type StatementReader } from './english-reader.ts';
import { known, unseen, type Wording } from './wordings.fixture.ts';

let readEnglish: StatementReader;
beforeAll(async () => {
  readEnglish = await englishReader();
});

const read = (content: string) =>
  readEnglish({ content, saidAt: 5, evidence: { memoryId: 'm' } }).map(
    ({ from, type, to, says }) => `${from.name} ${says === 'holds' ? '' : `${says} `}${type} ${to.name}`,
  );

/** How many of the relations that are read are said, and how many of those that are said are read. */
function shares(wordings: readonly Wording[]) {
  const counted = wordings.map(([sentence, ...said]) => {
    const found = read(sentence);
    return { found: found.length, said: said.length, right: found.filter((one) => said.includes(one)).length };
  });
  const sum = (key: 'found' | 'said' | 'right') => counted.reduce((total, one) => total + one[key], 0);
  return { precision: sum('right') / sum('found'), recall: sum('right') / sum('said') };
}

test.each([
  ['of one list', known],
  ['of another', unseen],
])('reads the sentences %s, and is seldom wrong', (_, wordings) => {
  const { precision, recall } = shares(wordings);

  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.95);
});
