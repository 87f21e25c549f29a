import { limits, type DecisionMeaning, type DecisionPart } from '@cairn/contracts';
import { sectionPathOf, sectionsIn } from '../sections/group.ts';
import { headedPart, partOfHeading } from '../why/index.ts';

interface Block {
  readonly text: string;
  readonly part: DecisionPart | undefined;
  /**
   * The headings below the heading that names the part. Below the heading of the alternatives, each such heading is an
   * option.
   */
  readonly below: readonly string[];
  readonly isItem: boolean;
}

interface Alternative {
  readonly what: string;
  readonly whyNot?: string;
}

const DECISION_TEXT_CHARS_MAX = limits.decisionText.max;
const DECISION_TEXTS_MAX = limits.decisionTexts.max;
const HEADING = /^#{1,6}\s/u;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,2}[.)])\s+/u;
/** A sentence that names the chosen option: `Chosen option: "Postgres", because we run it.` */
const CHOSEN_LINE =
  /^\**chosen (?:option|alternative)\**:?\**\s*["“]?(.+?)["”]?(?:,?\s+(?:because|since)\s+(.+?)\.?)?$/iu;
/** An alternative, followed by the reason why it was not chosen. */
const WHY_NOT =
  /^(.{1,120}?)(?:\s*[:–—]\s+|\s+-\s+|[,;.]?\s+(?=rejected\b|(?:was\s+)?(?:rejected|ruled out)\b|because\b))(.+)$/isu;
const REJECTED_LINE = /^(?:(?:it |was |is )*(?:rejected|ruled out|not chosen)[:,]?\s*)?(?:because|since|as)?[:,]?\s*/iu;
const PRO_OR_CON = /^(good|bad|neutral|pro|con|[+-])\b[:,]?\s*(?:because\s+)?/iu;

/** Reads the parts of a decision by the headings of its record. Background is not a part. Undefined if no part is found. */
export function readRecordDecision(record: {
  readonly title: string;
  readonly content: string;
}): DecisionMeaning | undefined {
  const blocks = blocksOf(record);
  const [chosen, ground] = findChosen(blocks);
  const textsOf = (part: DecisionPart) => blocks.filter((block) => block.part === part).map(({ text }) => text);
  const parts = {
    reasons: [...(ground === undefined ? [] : [ground]), ...textsOf('reasons')].slice(0, DECISION_TEXTS_MAX),
    alternatives: alternativesIn(blocks, [record.title, chosen ?? '']).slice(0, DECISION_TEXTS_MAX),
    consequences: textsOf('consequences').slice(0, DECISION_TEXTS_MAX),
  };
  const said = Object.entries(parts).filter(([, list]) => list.length > 0);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

/** Splits a record into paragraphs and list items, each with the part that its headings name. */
function blocksOf({ title, content }: { readonly title: string; readonly content: string }): Block[] {
  const sections = sectionsIn(content);
  return sections.flatMap(({ from, path }, at) => {
    const whole = [...sectionPathOf(title), ...path];
    const named = whole.findLastIndex((heading) => partOfHeading(heading) !== undefined);
    const [part, below] = [headedPart(whole), whole.slice(named + 1)];
    const texts = paragraphsIn(content.slice(from, sections[at + 1]?.from));
    return texts.map(({ text, isItem }) => ({ text, isItem, part, below }));
  });
}

function paragraphsIn(section: string): { text: string; isItem: boolean }[] {
  const found: { lines: string[]; isItem: boolean }[] = [];
  let isOpen = false;
  for (const line of section.split('\n')) {
    const isItem = LIST_ITEM.test(line);
    const isText = line.trim() !== '' && !HEADING.test(line);
    if (isText && isOpen && !isItem) found.at(-1)!.lines.push(line);
    else if (isText) found.push({ lines: [line.replace(LIST_ITEM, '')], isItem });
    isOpen = isText;
  }
  return found
    .map(({ lines, isItem }) => ({ text: stripMarks(lines.join(' ')), isItem }))
    .filter(({ text }) => text !== '');
}

/** Removes emphasis and links, and cuts the text to the maximum length. */
const stripMarks = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/\*\*|__/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, DECISION_TEXT_CHARS_MAX)
    .toWellFormed();

function findChosen(blocks: readonly Block[]): [chosen?: string, ground?: string | undefined] {
  for (const { text } of blocks) {
    const [, chosen, ground] = CHOSEN_LINE.exec(text) ?? [];
    if (chosen !== undefined) return [chosen, ground];
  }
  return [];
}

/**
 * Reads the rejected alternatives: options that have their own headings, with the arguments against them, and items of
 * a list. The chosen option is left out.
 */
function alternativesIn(blocks: readonly Block[], taken: readonly string[]): Alternative[] {
  const own = blocks.filter(({ part }) => part === 'alternatives');
  const byOption = Map.groupBy(
    own.filter(({ below }) => below.length > 0),
    ({ below }) => below[0]!,
  );
  const headed = [...byOption].map(([option, texts]) => alternativeOf(stripMarks(option), texts));
  const listed = own.filter(({ below, isItem }) => below.length === 0 && isItem).map(({ text }) => alternativeIn(text));
  const known = new Set(headed.map(({ what }) => what.toLowerCase()));
  const all = [...headed, ...listed.filter(({ what }) => !known.has(what.toLowerCase()))];
  const isTaken = ({ what }: Alternative) => taken.some((text) => text.toLowerCase().includes(what.toLowerCase()));
  return all.filter((alternative) => !isTaken(alternative));
}

function alternativeOf(what: string, texts: readonly Block[]): Alternative {
  const isPro = ({ text }: Block) => /^(?:good|pro|neutral|\+)/iu.test(PRO_OR_CON.exec(text)?.[1] ?? '');
  const grounds = texts
    .filter((block) => !isPro(block))
    .map(({ text }) => removeRejectionWords(text.replace(PRO_OR_CON, '')));
  const whyNot = grounds.filter(Boolean).join('; ').slice(0, DECISION_TEXT_CHARS_MAX).toWellFormed();
  return whyNot === '' ? { what } : { what, whyNot };
}

const removeRejectionWords = (text: string): string => text.replace(REJECTED_LINE, '').replace(/\.$/u, '');

function alternativeIn(text: string): Alternative {
  const [, what, rest] = WHY_NOT.exec(text) ?? [];
  const ground = rest === undefined ? '' : removeRejectionWords(rest);
  return what === undefined || ground === '' ? { what: text.replace(/\.$/u, '') } : { what, whyNot: ground };
}
