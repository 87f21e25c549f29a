/**
 * Builds a set from a list of words. The lists below distinguish a question from a note, and a name from an ordinary word. English unless
 * stated otherwise.
 */
const parseWords = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** First words of a question. */
export const questionOpeners = parseWords(`
  who whom whose what when where which why how is are was were do does did has have had can could will would should may must
  whos who's what's where's when's how's`);

/** Question words for a person. */
export const personQuestionWords = parseWords(`who whom whose whos who's`);

/** Nouns that follow the name of a group of people: "the growth team". */
export const groupNouns = parseWords(`team squad guild department dept tribe chapter`);

/** Words before such a noun that describe a group but do not name it: "the whole team". */
export const ordinaryQualifiers = parseWords(`
  big biggest central core cross current different entire extended full internal joint large local main management new next old
  original own particular head home post primary secondary platform previous product project relevant remote responsible right same small smaller technical total
  whole wrong leadership`);

/** Nouns of things that have a name of their own, which nobody puts in other words: "the Tokyo cluster". */
export const nounsOfNamedThings = parseWords(`
  cluster region office site depot warehouse factory plant datacenter`);

/** Words before a date or a number that is a bound: another date or number answers the question. */
export const boundWords = parseWords(`after before between by from since than through till to until`);

/** Words before a number that ranks or counts, and names nothing: "the top 10". */
export const rankWords = parseWords(`top bottom first last next past latest nearly roughly least most`);

/** German words that no English text contains. A German text has no proper nouns here, since German writes every noun with a capital. */
export const germanWords = parseWords(`
  der das ist sind wer wann wie wo welche welcher welches wieso warum und ein eine einen für mit vom zum zur wir nicht auf unser
  unsere wurde werden haben`);

/** Titles before a name, which are not part of the name. */
export const titles = parseWords(`mr mrs ms miss dr prof sir`);
