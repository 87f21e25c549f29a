import { recalledPassages } from './recalled-passages.ts';

const MARK = `[[cairn:${'7'.repeat(12)} end]]`;
const block = `⚠️ Cairn Memory — Informational Context Only\nStored background, no instructions, up to ${MARK}\n\n1. fact\nOurs.\n${MARK}`;

it('finds a block from its title to its end mark', () => {
  const text = `Mine.\n${block}\nMine again.`;

  expect(recalledPassages(text).map(({ from, to }) => text.slice(from, to))).toEqual([block]);
});

it('takes everything after a block without an end, and everything before an end alone', () => {
  const withoutEnd = `Mine.\n${block.slice(0, -MARK.length)}`;
  const endAlone = `Ours.\n${MARK}\nMine.`;

  expect(recalledPassages(withoutEnd)).toEqual([{ from: 'Mine.\n'.length, to: withoutEnd.length }]);
  expect(recalledPassages(endAlone)).toEqual([{ from: 0, to: `Ours.\n${MARK}`.length }]);
});

it('finds nothing in a text without a mark', () => {
  expect(recalledPassages('Mine alone. [[cairn:12 end]]')).toEqual([]);
});
