import { endMark, quotedMark } from './boundary.ts';
import { firstOf, passageOf } from './cut.ts';
import { inJson } from './neutralise.ts';
import { boundaryOfFields, neutraliseFields } from './neutralise-fields.ts';
import { shareBudget } from './share.ts';

/** Answer for programs between two fields that frame it as a block is framed, so that a model can be shown it too. */
export type Framed<Answer> = { readonly quoted: string } & Answer & { readonly end: string };

/** Frames an answer; `boundary` is that of the block beside it. */
export const framed = <Answer extends object>(answer: Answer, boundary: string): Framed<Answer> => ({
  quoted: quotedMark(boundary),
  ...answer,
  end: endMark(boundary),
});

/** Renders an answer as neutralised JSON text: each field of several, and each item of a list, on a line of its own. */
export function framedText(answer: object): string {
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

/** Range of a text that is shown, in characters: from `from` up to, not including, `to`, of `of`. */
export interface Cut {
  readonly from: number;
  readonly to: number;
  readonly of: number;
}

interface Stored {
  readonly content: string;
  readonly excerpt?: { from: number; to: number } | undefined;
  /** Position of the content in the whole text, when it is a part. */
  readonly cut?: Cut | undefined;
}

/** Converts a range within a content to a range of the whole text. */
export function placeIn({ content, cut }: Pick<Stored, 'content' | 'cut'>, { from, to }: Omit<Cut, 'of'>): Cut {
  const { from: start, of } = cut ?? { from: 0, of: content.length };
  return { from: start + from, to: start + to, of };
}

export interface Fitted<Item> {
  readonly items: readonly (Item & { readonly cut?: Cut | undefined })[];
  readonly leftOut: number;
}

/** Least text of an item: a shorter one adds nothing to the title, so the last items are left out instead. */
const LEAST_TEXT = 40;
const CUT_CHARS = JSON.stringify({ cut: { from: 1_048_576, to: 1_048_576, of: 1_048_576 } }).length;

/** Fits items, best first, into JSON text: long contents become passages; long names are cut when names alone take half of the room. */
export function fitItems<Item extends Stored>(items: readonly Item[], room: number): Fitted<Item> {
  if (textsOf(items) <= room && sizeOf(items) <= room) return { items, leftOut: 0 };
  const bare = items.map((item) => ({ ...item, content: '' }));
  const lean = sizeOf(bare) <= room / 2 ? items : items.map(withShortNames);
  const { shown, textMax } = shareBudget(
    room,
    lean.map((item) => ({
      fixed: sizeOf([{ ...item, content: '' }]) + CUT_CHARS,
      text: item.content.length > room ? Math.max(0, room) : inJson(item.content).length,
    })),
    LEAST_TEXT,
  );
  return { items: lean.slice(0, shown).map((item) => cutTo(item, textMax)), leftOut: items.length - shown };
}

/** Cheap check first: to measure a megabyte of text exactly would cost more than to cut it. */
const textsOf = (items: readonly Stored[]) => items.reduce((sum, { content }) => sum + content.length, 0);

/** Length of the items in JSON with their separators. */
const sizeOf = (items: readonly object[]) =>
  items.reduce((sum, item) => sum + JSON.stringify(neutraliseFields(item)).length + 2, 0);

function cutTo<Item extends Stored>(item: Item, textMax: number): Item & { cut?: Cut | undefined } {
  const { content } = item;
  const { from, to } = passageOf(item, textMax, inJson);
  const isWhole = from === 0 && to === content.length;
  return isWhole ? item : { ...item, content: content.slice(from, to), cut: placeIn(item, { from, to }) };
}

const NAME_CHARS = 120;
const NAMES_SHOWN = 12;

/** Steps in which an answer of many small texts is cut until it fits: characters per text, items per list. Ids are shorter and stay whole. */
const STEPS = [
  { chars: 500, items: 20 },
  { chars: 300, items: 12 },
  { chars: 200, items: 8 },
  { chars: 120, items: 5 },
  { chars: 80, items: 3 },
  { chars: 40, items: 1 },
  { chars: 40, items: 0 },
];

/** Cuts texts and lists of an answer as little as the room requires, from the end of each list. Empty lists are omitted. */
export function fitTexts<Answer extends object>(answer: Answer, room: number): Partial<Answer> {
  for (const step of STEPS) {
    const cut = cutTexts(answer, step) as Partial<Answer>;
    if (framedText(cut).length <= room) return cut;
  }
  return {};
}

function cutTexts(value: unknown, step: (typeof STEPS)[number]): unknown {
  if (typeof value === 'string') return firstOf(value, step.chars);
  if (Array.isArray(value)) return value.slice(0, step.items).map((each) => cutTexts(each, step));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, cutTexts(field, step)] as const);
  return Object.fromEntries(fields.filter(([, field]) => !Array.isArray(field) || field.length > 0));
}

/** Cuts all texts but the content like names in a block, and all lists like its tags. */
export const withShortNames = <Item extends object>(item: Item): Item =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, name === 'content' ? value : shortened(value)]),
  ) as Item;

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return firstOf(value, NAME_CHARS);
  if (Array.isArray(value)) return value.slice(0, NAMES_SHOWN).map(shortened);
  return typeof value === 'object' && value !== null ? withShortNames(value) : value;
}
