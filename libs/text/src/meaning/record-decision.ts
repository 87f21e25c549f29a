import { limits, type DecisionMeaning, type DecisionPart } from '@cairn/contracts';
import { sectionPathOf, sectionsIn } from '../group.ts';
import { headedPart, partOfHeading } from '../why/index.ts';

interface Block {
  readonly text: string;
  readonly part: DecisionPart | undefined;
  /** Headings between the one that names the part and the text: one option each, where they are below the alternatives. */
  readonly below: readonly string[];
  readonly isItem: boolean;
}

interface Alternative {
  readonly what: string;
  readonly whyNot?: string;
}

const TEXT_MAX = limits.decisionText.max;
const MOST = limits.decisionTexts.max;
const HEADING = /^#{1,6}\s/u;
const ITEM = /^\s*(?:[-*+]|\d{1,2}[.)])\s+/u;
/** `Chosen option: "Postgres", because we run it.` */
const CHOSEN = /^\**chosen (?:option|alternative)\**:?\**\s*["“]?(.+?)["”]?(?:,?\s+(?:because|since)\s+(.+?)\.?)?$/iu;
/** Why an alternative was not taken, behind its name. */
const WHY_NOT =
  /^(.{1,120}?)(?:\s*[:–—]\s+|\s+-\s+|[,;.]?\s+(?=rejected\b|(?:was\s+)?(?:rejected|ruled out)\b|because\b))(.+)$/isu;
const REJECTED = /^(?:(?:it |was |is )*(?:rejected|ruled out|not chosen)[:,]?\s*)?(?:because|since|as)?[:,]?\s*/iu;
const PRO_OR_CON = /^(good|bad|neutral|pro|con|[+-])\b[:,]?\s*(?:because\s+)?/iu;

/** Reads the parts of a decision from the headings of its record: background is none. Undefined: no heading names a part. */
export function readRecordDecision(record: {
  readonly title: string;
  readonly content: string;
}): DecisionMeaning | undefined {
  const blocks = blocksOf(record);
  const [chosen, ground] = chosenIn(blocks);
  const textsOf = (part: DecisionPart) => blocks.filter((block) => block.part === part).map(({ text }) => text);
  const parts = {
    reasons: [...(ground === undefined ? [] : [ground]), ...textsOf('reasons')].slice(0, MOST),
    alternatives: alternativesIn(blocks, [record.title, chosen ?? '']).slice(0, MOST),
    consequences: textsOf('consequences').slice(0, MOST),
  };
  const said = Object.entries(parts).filter(([, list]) => list.length > 0);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

/** Paragraphs and list items, each with the part that its headings name. */
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
    const isItem = ITEM.test(line);
    const isText = line.trim() !== '' && !HEADING.test(line);
    if (isText && isOpen && !isItem) found.at(-1)!.lines.push(line);
    else if (isText) found.push({ lines: [line.replace(ITEM, '')], isItem });
    isOpen = isText;
  }
  return found.map(({ lines, isItem }) => ({ text: plain(lines.join(' ')), isItem })).filter(({ text }) => text !== '');
}

/** Without marks of emphasis and links. */
const plain = (text: string): string =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/\*\*|__/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX)
    .toWellFormed();

function chosenIn(blocks: readonly Block[]): [chosen?: string, ground?: string | undefined] {
  for (const { text } of blocks) {
    const [, chosen, ground] = CHOSEN.exec(text) ?? [];
    if (chosen !== undefined) return [chosen, ground];
  }
  return [];
}

/** Options below their own headings with what speaks against them, else the items of the list. The chosen one was not rejected. */
function alternativesIn(blocks: readonly Block[], taken: readonly string[]): Alternative[] {
  const own = blocks.filter(({ part }) => part === 'alternatives');
  const byOption = Map.groupBy(
    own.filter(({ below }) => below.length > 0),
    ({ below }) => below[0]!,
  );
  const headed = [...byOption].map(([option, texts]) => withGrounds(plain(option), texts));
  const listed = own.filter(({ below, isItem }) => below.length === 0 && isItem).map(({ text }) => alternativeIn(text));
  const known = new Set(headed.map(({ what }) => what.toLowerCase()));
  const all = [...headed, ...listed.filter(({ what }) => !known.has(what.toLowerCase()))];
  const isTaken = ({ what }: Alternative) => taken.some((text) => text.toLowerCase().includes(what.toLowerCase()));
  return all.filter((alternative) => !isTaken(alternative));
}

function withGrounds(what: string, texts: readonly Block[]): Alternative {
  const isPro = ({ text }: Block) => /^(?:good|pro|neutral|\+)/iu.test(PRO_OR_CON.exec(text)?.[1] ?? '');
  const grounds = texts.filter((block) => !isPro(block)).map(({ text }) => groundIn(text.replace(PRO_OR_CON, '')));
  const whyNot = grounds.filter(Boolean).join('; ').slice(0, TEXT_MAX).toWellFormed();
  return whyNot === '' ? { what } : { what, whyNot };
}

const groundIn = (text: string): string => text.replace(REJECTED, '').replace(/\.$/u, '');

function alternativeIn(text: string): Alternative {
  const [, what, rest] = WHY_NOT.exec(text) ?? [];
  const ground = rest === undefined ? '' : groundIn(rest);
  return what === undefined || ground === '' ? { what: text.replace(/\.$/u, '') } : { what, whyNot: ground };
}
