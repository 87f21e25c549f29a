import { MemoryId, type DecisionPart, type Memory, type QuotedDecision, type DecisionSentence } from '@cairn/contracts';
import { headedPart, isRecordLine, isStatus, partOfHeading, readDecisionParts, sectionPathOf } from '@cairn/text';
import { decidedAt } from './decision-line.ts';

/** Number of characters of a text that are read. */
const READ_CHARS = 40_000;
/**
 * Number of characters quoted from a decision; `OF_SECTION` is the number of sentences quoted from each of the other
 * sections of its document.
 */
const QUOTED_CHARS_MAX = 1_800;
const OF_SECTION = 3;

/**
 * Quotes a decision. First come the parts that its writer gave, then the sentences of its text in their own order. The
 * words of a sentence decide to which part it belongs. Other sections of the document are quoted if their heading names
 * a part.
 */
export function quotedDecisionOf(
  memory: Memory,
  document: readonly Memory[],
  asked: ReadonlySet<string>,
): QuotedDecision {
  const { id, category: kind, title, state, author } = memory;
  const all = givenIn(memory);
  const text = sentencesIn(memory, asked);
  // Parts that the text has word for word appear there alone, so that an agent does not read them twice.
  const repeated = new Map(all.map((one) => [one.text, one] as const));
  const said = new Set(text.map((sentence) => sentence.text));
  const given = all.filter((one) => !said.has(one.text));
  const own = withoutGuesses(text, all).map((sentence) => ({ ...sentence, ...repeated.get(sentence.text) }));
  const sections = document
    .filter(({ title }) => headedPart(sectionPathOf(title)))
    .flatMap((section) => {
      const heading = sectionPathOf(section.title).at(-1)!;
      return sentencesIn(section, asked)
        .slice(0, OF_SECTION)
        .map((sentence) => ({ heading, ...sentence, id: section.id }));
    });
  const status = [
    ...statusLineIn(memory),
    ...own.filter(isOfStatus).map(({ text }) => text),
    ...document.filter(isStatusSection).flatMap((each) => sentencesIn(each, asked).map(({ text }) => text)),
  ];
  const told = [...given, ...own.filter((sentence) => !isOfStatus(sentence))];
  const quoted = sentencesThatFit(told, sections);
  const leftOut = told.length - quoted.filter((sentence) => sentence.id === undefined).length;
  return {
    ...{ id, kind, title, at: decidedAt(memory), state, author },
    ...(status.length > 0 && { status: status.join(' ') }),
    sentences: told.length > 0 ? quoted : [{ text: memory.content.slice(0, QUOTED_CHARS_MAX).toWellFormed() }],
    ...(leftOut > 0 && { leftOut }),
  };
}

/** Makes sentences from the parts that the writer gave. */
function givenIn({ decides = {} }: Memory): DecisionSentence[] {
  const { reasons = [], alternatives = [], consequences = [], reverses } = decides;
  // Lists the reversed decision if the writer named it by title. A reversed decision named by id is listed among the
  // reversed decisions instead, if the caller sees it.
  const named = reverses === undefined || MemoryId.safeParse(reverses).success ? [] : [`it reverses ${reverses}`];
  const given = (part: DecisionPart, texts: readonly string[]) =>
    texts.map((text) => ({ text: text.replace(/\s+/g, ' '), part, given: true as const }));
  return [
    ...given('reasons', reasons),
    ...given(
      'alternatives',
      alternatives.map(({ what, whyNot }) => (whyNot === undefined ? what : `${what}: ${whyNot}`)),
    ),
    ...given('consequences', consequences),
    ...given('decision', named),
  ];
}

/** Removes the guessed part of a sentence if the writer gave that part. A part that a heading names is not a guess. */
function withoutGuesses(own: readonly DecisionSentence[], given: readonly DecisionSentence[]): DecisionSentence[] {
  const known = new Set(given.map(({ part }) => part));
  return own.map(({ part, ...sentence }) => {
    const isGuess = known.has(part) && (sentence.heading === undefined || partOfHeading(sentence.heading) !== part);
    return part === undefined || isGuess ? sentence : { ...sentence, part };
  });
}

const isOfStatus = ({ heading }: DecisionSentence): boolean => heading !== undefined && isStatus(heading);
/** Text of the line "Status: ..." of a record. */
const statusLineIn = ({ content }: Memory): string[] =>
  /^\W*status\W*:\W*(\S.*)$/im.exec(content.slice(0, READ_CHARS))?.slice(1) ?? [];
const isStatusSection = ({ title }: Memory): boolean => sectionPathOf(title).some(isStatus);

/** Reads the sentences of a text, without lines such as "Date: ...", which state nothing. */
const sentencesIn = ({ title, content }: Memory, asked: ReadonlySet<string>): DecisionSentence[] =>
  readDecisionParts({ title, content: content.slice(0, READ_CHARS) }, asked)
    .filter(({ text }) => !isRecordLine(text))
    .map(({ text, section, part }) => {
      const heading = section.at(-1);
      return { text: text.replace(/\s+/g, ' '), ...(heading !== undefined && { heading }), ...(part && { part }) };
    });

/**
 * Selects the sentences that fit. The first sentence of the text has priority, then the parts that the writer gave, then
 * sentences with a part, then the rest of the text, and finally the other sections. Returns the selected sentences in
 * their original order.
 */
function sentencesThatFit(own: readonly DecisionSentence[], sections: readonly DecisionSentence[]): DecisionSentence[] {
  let left = QUOTED_CHARS_MAX;
  const first = own.find(({ given }) => given === undefined);
  const worth = (sentence: DecisionSentence) =>
    sentence === first ? 3 : sentence.given ? 2 : Number(sentence.part !== undefined);
  const byWorth = own.toSorted((one, other) => worth(other) - worth(one));
  const fits = ({ text }: DecisionSentence) => {
    const isFitting = text.length + 1 <= left;
    if (isFitting) left -= text.length + 1;
    return isFitting;
  };
  const kept = new Set([...byWorth, ...sections].filter((sentence, at) => fits(sentence) || at === 0));
  return [...own, ...sections].filter((sentence) => kept.has(sentence));
}
