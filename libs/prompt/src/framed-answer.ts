import { endMark, beginMark } from './boundary.ts';
import { beginningOf, passageOf } from './cut.ts';
import { escapeForJson } from './neutralise.ts';
import { boundaryOfFields, neutraliseFields } from './neutralise-fields.ts';
import { shareBudget } from './share.ts';

/**
 * Answer for programs. The fields `quoted` and `end` frame it, like the first and last line of a block, so that a
 * program may show the answer to a model.
 */
export type FramedAnswer<Answer> = { readonly quoted: string } & Answer & { readonly end: string };

/** Frames an answer; `boundary` is the mark of the block that accompanies it. */
export const frameAnswer = <Answer extends object>(answer: Answer, boundary: string): FramedAnswer<Answer> => ({
  quoted: beginMark(boundary),
  ...answer,
  end: endMark(boundary),
});

/**
 * Renders an answer as neutralised JSON text. If the answer has several fields, each field and each item of a list is
 * on a separate line.
 */
export function renderFramedAnswer(answer: object): string {
  const fields = Object.entries(neutraliseFields(answer, boundaryOfFields(answer))).filter(
    ([, value]) => value !== undefined,
  );
  const lines = fields.map(([name, value]) => `${JSON.stringify(name)}: ${valueText(value)}`);
  return lines.length === 1 ? `{${lines[0]!}}` : `{\n${lines.join(',\n')}\n}`;
}

function valueText(value: unknown): string {
  const isOfItems = Array.isArray(value) && value.some((each) => typeof each === 'object');
  return isOfItems ? `[\n${value.map((each) => JSON.stringify(each)).join(',\n')}\n]` : JSON.stringify(value);
}

/**
 * Range of a text that is shown, in characters: `from` is inclusive, `to` exclusive, and `of` is the length of the whole text.
 */
export interface CutText {
  readonly from: number;
  readonly to: number;
  readonly of: number;
}

interface StoredText {
  readonly content: string;
  readonly excerpt?: { from: number; to: number } | undefined;
  /** Range of `content` within the whole text; absent if `content` is the whole text. */
  readonly cut?: CutText | undefined;
}

/** Converts a range within `content` to a range of the whole text. */
export function rangeOfWhole(
  { content, cut }: Pick<StoredText, 'content' | 'cut'>,
  { from, to }: Omit<CutText, 'of'>,
): CutText {
  const { from: start, of } = cut ?? { from: 0, of: content.length };
  return { from: start + from, to: start + to, of };
}

export interface FittedItems<Item> {
  readonly items: readonly (Item & { readonly cut?: CutText | undefined })[];
  readonly leftOut: number;
}

/**
 * Minimum length, in characters, of an item's text. A shorter text would add nothing to the title, so the last items
 * are left out instead of cutting all texts further.
 */
const TEXT_CHARS_MIN = 40;
const CUT_CHARS = JSON.stringify({ cut: { from: 1_048_576, to: 1_048_576, of: 1_048_576 } }).length;

/**
 * Fits items, best first, into the room that their JSON may take. Long contents become passages; long names are cut when names
 * alone take half of the room.
 */
export function fitItems<Item extends StoredText>(items: readonly Item[], room: number): FittedItems<Item> {
  if (textsOf(items) <= room && sizeOf(items) <= room) return { items, leftOut: 0 };
  const bare = items.map((item) => ({ ...item, content: '' }));
  const lean = sizeOf(bare) <= room / 2 ? items : items.map(withShortNames);
  const { shown, textMax } = shareBudget(
    room,
    lean.map((item) => ({
      fixed: sizeOf([{ ...item, content: '' }]) + CUT_CHARS,
      text: item.content.length > room ? Math.max(0, room) : escapeForJson(item.content).length,
    })),
    TEXT_CHARS_MIN,
  );
  return { items: lean.slice(0, shown).map((item) => cutTo(item, textMax)), leftOut: items.length - shown };
}

/**
 * Sum of the lengths of the contents. It is checked first, since measuring the JSON of a megabyte of text would cost
 * more than cutting the text.
 */
const textsOf = (items: readonly StoredText[]) => items.reduce((sum, { content }) => sum + content.length, 0);

/** Length of the items as JSON, including separators. */
const sizeOf = (items: readonly object[]) =>
  items.reduce((sum, item) => sum + JSON.stringify(neutraliseFields(item)).length + 2, 0);

function cutTo<Item extends StoredText>(item: Item, textMax: number): Item & { cut?: CutText | undefined } {
  const { content } = item;
  const { from, to } = passageOf(item, textMax, escapeForJson);
  const isWhole = from === 0 && to === content.length;
  return isWhole ? item : { ...item, content: content.slice(from, to), cut: rangeOfWhole(item, { from, to }) };
}

const NAME_CHARS_MAX = 120;
const LIST_ENTRIES_MAX = 12;

/**
 * Limits for an answer of many small texts, tried one after another until the answer fits: characters per text and
 * items per list. Ids are shorter than any limit and stay whole.
 */
const LIMIT_STEPS = [
  { chars: 500, items: 20 },
  { chars: 300, items: 12 },
  { chars: 200, items: 8 },
  { chars: 120, items: 5 },
  { chars: 80, items: 3 },
  { chars: 40, items: 1 },
  { chars: 40, items: 0 },
];

/**
 * Cuts the texts and lists of an answer only as far as the room requires. Lists lose their last entries; empty lists are
 * omitted.
 */
export function fitTextsToSize<Answer extends object>(answer: Answer, room: number): Partial<Answer> {
  for (const step of LIMIT_STEPS) {
    const cut = cutTexts(answer, step) as Partial<Answer>;
    if (renderFramedAnswer(cut).length <= room) return cut;
  }
  return {};
}

function cutTexts(value: unknown, step: (typeof LIMIT_STEPS)[number]): unknown {
  if (typeof value === 'string') return beginningOf(value, step.chars);
  if (Array.isArray(value)) return value.slice(0, step.items).map((each) => cutTexts(each, step));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, cutTexts(field, step)] as const);
  return Object.fromEntries(fields.filter(([, field]) => !Array.isArray(field) || field.length > 0));
}

/** Cuts all texts except the content to the length of names in a block, and all lists to the number of tags in a block. */
export const withShortNames = <Item extends object>(item: Item): Item =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, name === 'content' ? value : shortenValue(value)]),
  ) as Item;

function shortenValue(value: unknown): unknown {
  if (typeof value === 'string') return beginningOf(value, NAME_CHARS_MAX);
  if (Array.isArray(value)) return value.slice(0, LIST_ENTRIES_MAX).map(shortenValue);
  return typeof value === 'object' && value !== null ? withShortNames(value) : value;
}
