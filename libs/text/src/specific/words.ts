/** Word lists that distinguish a question from a note, and a name from an ordinary word. English unless said otherwise. */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** A text that begins with one of these asks. */
export const asking = words(`
  who whom whose what when where which why how is are was were do does did has have had can could will would should may must
  whos who's what's where's when's how's`);

/** These ask for a person. */
export const askingForPerson = words(`who whom whose whos who's`);

/** Nouns after the name of a group of people. */
export const groups = words(`team squad guild department dept tribe chapter`);

/** Qualifiers of a group that are no names. */
export const ordinaryQualifiers = words(`
  big biggest central core cross current different entire extended full internal joint large local main management new next old
  original own particular platform previous product project relevant remote responsible right same small smaller technical total
  whole wrong leadership`);

/** German writes every noun with a capital. These of its words are neither English nor words of its neighbours. */
export const onlyGerman = words(`
  der das ist sind wer wann wie wo welche welcher welches wieso warum und ein eine einen für mit vom zum zur wir nicht auf unser
  unsere wurde werden haben`);

/** They stand before a name and are none of it. */
export const titles = words(`mr mrs ms miss dr prof sir`);
