import { wordLanguages, type Item } from '@cairn/contracts';
import { analyserOf, newestAnalyser } from '../analysers.ts';

/** Ways to write one word, by script: each pair is found by the other. */
const forms: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'Arabic alef': [
    ['أحمد', 'احمد'],
    ['إبراهيم', 'ابراهيم'],
    ['آمنة', 'امنة'],
    ['ٱلله', 'الله'],
  ],
  'Arabic hamza': [
    ['مؤمن', 'مومن'],
    ['رائد', 'رايد'],
  ],
  'Arabic endings': [
    ['فاطمة', 'فاطمه'],
    ['هدى', 'هدي'],
    ['علي', 'على'],
  ],
  'Arabic tatweel and vowels': [
    ['محمــــد', 'محمد'],
    ['مُحَمَّد', 'محمد'],
  ],
  'Arabic digits': [
    ['٢٥٠٠', '2500'],
    ['٢٬٥٠٠', '2500'],
    ['٣٫٥', '3.5'],
  ],
  'Persian letters': [
    ['کاوه', 'كاوه'],
    ['یاسر', 'ياسر'],
    ['خانۀ', 'خانه'],
  ],
  'Persian digits': [['۴۵۰', '450']],
  'Persian words of parts': [
    ['می‌نویسد', 'مینویسد'],
    ['می‌نویسد', 'می نویسد'],
  ],
  'Urdu letters': [
    ['ہے', 'هي'],
    ['گھر', 'گهر'],
  ],
  Hebrew: [
    ['שָׁלוֹם', 'שלום'],
    ['צה״ל', 'צה"ל'],
    ['צ׳ק', "צ'ק"],
  ],
  Devanagari: [
    ['क़लम', 'कलम'],
    ['हँसी', 'हंसी'],
    ['२०२६', '2026'],
  ],
  Bengali: [
    ['হঠাৎ', 'হঠাত্\u200d'],
    ['১২৩', '123'],
  ],
  Malayalam: [['അവൻ', 'അവന്\u200d']],
  Thai: [['๒๕๖๙', '2569']],
  Greek: [['Αθήνα', 'ΑΘΗΝΑ']],
  Cyrillic: [
    ['Фёдор', 'Федор'],
    ['ґанок', 'ганок'],
  ],
  'Latin ligatures and full width': [
    ['ﬁle', 'file'],
    ['Ｃａｉｒｎ', 'cairn'],
    ['İstanbul', 'istanbul'],
  ],
};

const pairs = Object.entries(forms).flatMap(([script, words]) =>
  words.flatMap(([one, other]) => [
    { script, stored: one, asked: other },
    { script, stored: other, asked: one },
  ]),
);

describe.each(wordLanguages)('the analyser of %s', (language) => {
  const { document, query } = analyserOf(newestAnalyser(language));

  it.each(pairs)('finds $stored by $asked ($script)', ({ stored, asked }) => {
    const words = document({ kind: 'message', speaker: null, content: stored } as Item);

    const { terms, parts } = query(asked);

    const isFound =
      terms.some((term) => words.terms.includes(term)) || parts.some((part) => words.parts.includes(part));
    expect(isFound).toBe(true);
  });
});

it('keeps letters apart that make another word', () => {
  const { query } = analyserOf(newestAnalyser('english'));

  expect(query('گل').terms).not.toEqual(query('كل').terms);
  expect(query('дом').terms).not.toEqual(query('дим').terms);
});

it('leaves the forms to generations that the first version built', () => {
  const { query } = analyserOf('cairn-text-1');

  expect(query('أحمد').terms).toEqual(['أحمد']);
  expect(query('٢٥٠٠').terms).toEqual(['٢٥٠٠']);
});
