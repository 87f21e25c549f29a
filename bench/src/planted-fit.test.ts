import { fitPlanted, type Labelled } from './planted-fit.ts';

const ROUNDS = 5;

/** Texts of one author: some ask for a blue lantern, and the others are about gardens. */
const textsBy = (author: string): Labelled[] => [
  { author, isPlanted: true, text: `${author} wants the blue lantern handed over.` },
  { author, isPlanted: false, text: `${author} watered the garden and counted roses.` },
];

it("finds an author's planted texts by weights that were fitted to the other authors, and writes the weights", () => {
  const { heldOut, file } = fitPlanted([...textsBy('Ada'), ...textsBy('Bo'), ...textsBy('Cy')], ROUNDS);

  expect(heldOut.map(({ author, planted }) => ({ author, planted }))).toEqual(
    ['Ada', 'Bo', 'Cy'].map((author) => ({ author, planted: 1 })),
  );
  expect(file).toMatch(/levels: '[\w+/]{16384}',/u);
});
