import type { Memory, ToldDecision, ToldSentence } from '@cairn/contracts';
import { headedPart, isStatus, partsTold, sectionPathOf } from '@cairn/text';
import { decidedAt } from './decision-line.ts';

/** How many characters of a text are read. */
const READ_CHARS = 40_000;
/** How many characters are quoted of a decision, and how many sentences of each other section of its document. */
const QUOTED_CHARS = 1_800;
const OF_SECTION = 3;

/**
 * A decision in its own words and their order, each sentence with the part that it names itself, if it names one. Of the other
 * sections of its document those are quoted whose heading names a part.
 */
export function accountOf(memory: Memory, document: readonly Memory[], asked: ReadonlySet<string>): ToldDecision {
  const { id, category: kind, title, state, author } = memory;
  const own = sentencesIn(memory, asked);
  const sections = document
    .filter(({ title }) => headedPart(sectionPathOf(title)))
    .flatMap((section) => {
      const heading = sectionPathOf(section.title).at(-1)!;
      const told = sentencesIn(section, asked).slice(0, OF_SECTION);
      return told.map((sentence) => ({ heading, ...sentence, id: section.id }));
    });
  const status = [
    ...own.filter(isOfStatus),
    ...document.filter(isStatusSection).flatMap((each) => sentencesIn(each, asked)),
  ];
  const all = own.filter((sentence) => !isOfStatus(sentence));
  const quoted = fitting(all, sections);
  const leftOut = all.length - quoted.filter((sentence) => sentence.id === undefined).length;
  return {
    ...{ id, kind, title, at: decidedAt(memory), state, author },
    ...(status.length > 0 && { status: status.map(({ text }) => text).join(' ') }),
    sentences: own.length > 0 ? quoted : [{ text: memory.content.slice(0, QUOTED_CHARS).toWellFormed() }],
    ...(leftOut > 0 && { leftOut }),
  };
}

const isOfStatus = ({ heading }: ToldSentence): boolean => heading !== undefined && isStatus(heading);
const isStatusSection = ({ title }: Memory): boolean => sectionPathOf(title).some(isStatus);

const sentencesIn = ({ title, content }: Memory, asked: ReadonlySet<string>): ToldSentence[] =>
  partsTold({ title, content: content.slice(0, READ_CHARS) }, asked).map(({ text, section, part }) => {
    const heading = section.at(-1);
    return { text: text.replace(/\s+/g, ' '), ...(heading !== undefined && { heading }), ...(part && { part }) };
  });

/** The sentences that fit, in order: the first of the decision, its others that name a part, the rest of it, then the sections beside it. */
function fitting(own: readonly ToldSentence[], sections: readonly ToldSentence[]): ToldSentence[] {
  let left = QUOTED_CHARS;
  const worth = (sentence: ToldSentence) => Number(sentence === own[0]) * 2 + Number(sentence.part !== undefined);
  const byWorth = own.toSorted((one, other) => worth(other) - worth(one));
  const fits = ({ text }: ToldSentence) => {
    const isFitting = text.length + 1 <= left;
    if (isFitting) left -= text.length + 1;
    return isFitting;
  };
  const kept = new Set([...byWorth, ...sections].filter((sentence, at) => fits(sentence) || at === 0));
  return [...own, ...sections].filter((sentence) => kept.has(sentence));
}
