const parseWords = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Words that are common in English and rare in similar languages. A text with one of them counts as English. */
export const englishOnlyWords = parseWords(
  `the and with this that should our their they which your you from does don't doesn't isn't`,
);

/** English words that do not change the meaning of a text. Forms of "to be" are left out: "Ann trusted" differs from "Ann is trusted". */
export const fillerWords = parseWords('a an the also so then just really very quite simply basically actually please');

/** Phrases at the start of an English text that only announce the rest, without `fillerWords`. */
export const announcementPhrases: readonly (readonly string[])[] = [
  ...['note that', 'remember that', 'keep in mind that', 'be aware that', 'it is important that'],
  ...['as a reminder', 'for your information', 'fyi', 'note', 'remember', 'reminder', 'important', 'attention'],
].map((phrase) => phrase.split(' ').filter((word) => !fillerWords.has(word)));

/** Negations in English and in other languages, so that no text is confused with its opposite. */
export const negationWords = parseWords(`
  no not never none nobody nothing nowhere neither nor cannot without hardly barely scarcely rarely seldom
  nicht nie niemals kein keine keinen keiner keinem keines nichts ohne weder
  ne pas jamais aucun aucune sans non nunca jamás jamas sin ni nem não nao sem mai senza niet geen nooit zonder
  inte aldrig ikke aldri ingen ei ole nie nigdy bez ne nikdy nu niciodată hayır değil yok tidak bukan jangan không chưa
  не нет ни никогда без нельзя немає ні δεν μην όχι لا لم لن ليس ما بدون לא אין אל नहीं मत ไม่ 不 没 沒 無 无 未 ない ません 안 못 않`);

/** English words that are neither names nor numbers but change the scope, the person or the amount of a statement. */
export const turningWords = parseWords(`
  only almost nearly about around before after until till since unless if when while except but instead rather than old new former
  formerly previously once again still yet already always often sometimes usually mostly some all any every each both either
  few many much more most less least under over above below up down in out on off to from by for between within outside
  can could may might must shall should will would used stopped started fails failed try tried want wants plan plans planned
  maybe perhaps possibly probably apparently allegedly supposedly false wrong un non anti pre post ex`);

/**
 * Words directly before a value: "the window is Friday", "raised to 40". "of" and "for" are left out, since the owner of the value follows
 * them.
 */
export const valueLinks = parseWords(`
  is are was were be been being become becomes became to at on by has have had until till about around approximately roughly
  nearly almost equals costs takes lasts reached reaches hit hits now`);

const numberWords = parseWords(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
);
const bigNumberWords = parseWords(
  `thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen half third quarter double triple twice thrice
  first second fourth fifth sixth seventh eighth ninth tenth couple several percent`,
);

/** Converts a number word to digits. Larger number words are returned unchanged. Undefined for other words. */
export function numberOf(word: string): string | undefined {
  const at = [...numberWords].indexOf(word);
  if (at >= 0) return String(at);
  return bigNumberWords.has(word) ? word : undefined;
}

const monthNames = 'january february march april may june july august september october november december'.split(' ');
const weekdayNames = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const relativeDays = parseWords(`
  today tomorrow yesterday tonight weekday weekdays weekend weekends morning afternoon evening night noon midnight
  daily weekly monthly yearly annually quarterly hourly nightly am pm spring summer autumn fall winter`);
/** Names of months and days that are also common words, unless they have a capital. */
const commonDateWords = parseWords('may march mar sun sat mon wed jan dec');

const fullNameByShort = new Map([
  ...[...monthNames, ...weekdayNames].map((name) => [name.slice(0, 3), name] as const),
  ['sept', 'september'],
  ['tues', 'tuesday'],
  ['thur', 'thursday'],
  ['thurs', 'thursday'],
]);
const dateNames = new Set([...monthNames, ...weekdayNames]);

/** Languages whose full names of days and months are recognised. */
const LANGUAGES = [
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'cs',
  'ro',
  'hu',
  'tr',
  'ru',
  'uk',
  'el',
  'id',
  'vi',
];
const foreignDateNames = new Set(
  LANGUAGES.flatMap((language) => [
    ...namesIn(language, { month: 'long' }, { many: 12, at: (month) => Date.UTC(2024, month, 15) }),
    ...namesIn(language, { weekday: 'long' }, { many: 7, at: (day) => Date.UTC(2024, 0, 1 + day) }),
  ]),
);

/**
 * Lists the names of months or days in a language. One formatter gives all names, since creating a formatter is
 * expensive and each thread loads this file.
 */
function namesIn(
  language: string,
  what: Intl.DateTimeFormatOptions,
  dates: { many: number; at(index: number): number },
) {
  const format = new Intl.DateTimeFormat(language, { ...what, timeZone: 'UTC' });
  return Array.from({ length: dates.many }, (_, index) => format.format(dates.at(index)).toLowerCase());
}

/** The standard form of the day, month or part of a day that a folded word names. Undefined for other words. */
export function dateOf(word: string, isCapitalised: boolean): string | undefined {
  if (commonDateWords.has(word) && !isCapitalised) return undefined;
  const single = word.endsWith('days') ? word.slice(0, -1) : word;
  if (dateNames.has(single)) return single;
  return fullNameByShort.get(word) ?? (relativeDays.has(word) || foreignDateNames.has(word) ? word : undefined);
}

const fullVerbByShort = new Map([
  ['ca', 'can'],
  ['wo', 'will'],
  ['sha', 'shall'],
]);
/** The full form of a verb before `n't`: `ca` becomes `can`. */
export const fullVerb = (shortened: string): string => fullVerbByShort.get(shortened) ?? shortened;
