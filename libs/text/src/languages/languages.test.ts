import { wordLanguages, type WordLanguage } from '@cairn/contracts';
import * as fc from 'fast-check';
import { analyserOf, newestAnalyser } from '../analysers.ts';
import { TERM_CHARS_MAX } from '../token.ts';

const queryOf = (language: WordLanguage, text: string) => analyserOf(newestAnalyser(language)).query(text);
const termsOf = (language: WordLanguage, text: string) => queryOf(language, text).terms;

/** For each language: forms of one word, a stop word, and two spellings of one word. */
const samples: Readonly<Record<WordLanguage, [family: string, silent: string, oneWord: string]>> = {
  english: ['deploy deployed deployments', 'the', 'café CAFE'],
  arabic: ['كتاب الكتاب كتابها', 'في', 'قَرار قرار'],
  danish: ['møde møder mødet', 'og', 'MØDE møde'],
  dutch: ['vergadering vergaderingen', 'het', 'één EEN'],
  finnish: ['talo talon talossa', 'että', 'PÄÄTÖS päätös'],
  french: ['publier publié publiée', 'nous', "L'ÉQUIPE équipes"],
  german: ['Haus Häuser Häusern', 'für', 'Straße STRASSE'],
  greek: ['πόλη πόλεις', 'και', 'ΒΙΒΛΙΟ βιβλίο'],
  hindi: ['किताब किताबें किताबों', 'और', 'लड़का लड़के'],
  hungarian: ['ház házak házban', 'hogy', 'KÖNYV könyvek'],
  indonesian: ['keputusan memutuskan diputuskan', 'yang', 'BUKU bukunya'],
  italian: ['decisione decisioni', 'della', "l'università UNIVERSITÀ"],
  norwegian: ['møte møter møtet', 'ikke', 'MØTE møte'],
  portuguese: ['falar falou falando', 'não', 'CORAÇÃO coração'],
  romanian: ['decizie decizii decizia', 'pentru', 'ORAȘ oraș'],
  russian: ['новый новая новой', 'чтобы', 'ЁЛКА ёлка'],
  spanish: ['organización organizaciones', 'pero', 'CORAZÓN corazon'],
  swedish: ['flicka flickor flickorna', 'och', 'MÖTE möte'],
  ukrainian: ['книга книги книгу', 'але', 'РІШЕННЯ рішень'],
};

describe.each(wordLanguages)('%s', (language) => {
  const [family, silent, oneWord] = samples[language];

  it('reads the forms of a word as one word, with or without capitals and accents', () => {
    expect(termsOf(language, family)).toHaveLength(1);
    expect(termsOf(language, oneWord)).toHaveLength(1);
  });

  it('leaves out of a query what says nothing', () => {
    const [word = ''] = family.split(' ');

    expect(termsOf(language, `${silent} ${word}`)).toEqual(termsOf(language, word));
  });

  it('never throws, and makes no term that is empty, spaced or too long', () => {
    const words = fc.array(fc.constantFrom("'", '-', '/', 'É', 'ß', 'ς', 'İ', '\u0301', ...family), { maxLength: 30 });
    const any = fc.oneof(
      words.map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 100 }),
    );
    fc.assert(
      fc.property(any, (text) => {
        const { terms, parts } = queryOf(language, text);
        for (const term of [...terms, ...parts]) {
          expect(term).not.toMatch(/^$|\s/);
          expect(term.length).toBeLessThanOrEqual(TERM_CHARS_MAX + 1);
        }
      }),
    );
  });
});

it('takes off the article that a French or Italian word is written with', () => {
  expect(termsOf('french', "l'équipe d'accord")).toEqual(['equip', 'accord']);
  expect(termsOf('italian', "dell'università")).toEqual(termsOf('italian', 'università'));
});

it('keeps identifiers whole in every language', () => {
  for (const language of wordLanguages)
    expect(termsOf(language, 'src/api/users.ts:42')).toEqual(['src/api/users.ts:42']);
});
