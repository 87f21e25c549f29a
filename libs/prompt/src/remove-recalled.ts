import { SHORT_ID_CHARS, shortIdOf } from '@cairn/contracts';
import { blockSpans } from './recalled-blocks.ts';
import { jsonSpans } from './recalled-json.ts';
import { wordsForComparison, type RecalledSpan, type StoredTexts } from './recalled-texts.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const SHORT_ID = `[0-9a-f]{${SHORT_ID_CHARS}}`;
const QUOTED_ID = new RegExp(
  `(?: · (?:first )?id |^\\d+\\. \\(id )(${UUID}|${SHORT_ID})(?![\\w-])|"(?:memoryId|messageId|sectionId|_id|id)"\\s*:\\s*"(${UUID})"`,
  'gm',
);
const QUOTED_IDS_MAX = 200;

/** Ids, whole or short, of the items that a text quotes in the form of our answers. */
export function quotedIds(text: string): string[] {
  const ids = new Set<string>();
  for (const [, ofBlock, ofJson] of text.matchAll(QUOTED_ID)) {
    if (ids.size >= QUOTED_IDS_MAX) break;
    ids.add((ofBlock ?? ofJson)!);
  }
  return [...ids];
}

export interface RemainingText {
  readonly text: string;
  /** Ids of the items whose text was removed, in order. */
  readonly ids: readonly string[];
}

/**
 * Removes our own answers from a text. Each answer, whole or cut, is replaced by one line with the ids of its items. A
 * passage is removed only if it has the form of an answer and contains the stored text of an id that it names. Without
 * this form, the same words count as the writer's own.
 */
export function removeRecalled(text: string, stored: StoredTexts): RemainingText {
  const plain = [...stored].map(([id, words]) => [id, wordsForComparison(words)] as const);
  const known = new Map([...plain, ...plain.map(([id, words]) => [shortIdOf(id), words] as const)]);
  const idByName = new Map([...stored.keys()].flatMap((id) => [id, shortIdOf(id)].map((name) => [name, id] as const)));
  const json = jsonSpans(text, known);
  const spans = joinSpans(text, [...json, ...blockSpans(text, known, json)]).map(({ ids, ...span }) => ({
    ...span,
    ids: ids.map((name) => idByName.get(name) ?? name),
  }));
  let result = '';
  let at = 0;
  for (const span of spans) {
    result += `${withLineEnd(text.slice(at, span.from))}${lineOf(span.ids)}\n`;
    at = span.to;
  }
  const rest = text.slice(at);
  return {
    text: spans.length === 0 ? text : `${result}${rest.replace(/^\r?\n/, '')}`.trimEnd(),
    ids: [...new Set(spans.flatMap(({ ids }) => ids))],
  };
}

const JSON_PUNCTUATION = /^[\s,:[\]{}"]*$/;

/** Joins spans that overlap, and spans between which there is only JSON punctuation. */
function joinSpans(text: string, spans: readonly RecalledSpan[]): RecalledSpan[] {
  const ordered = [...spans].sort((one, other) => one.from - other.from);
  const all: RecalledSpan[] = [];
  for (const span of ordered) {
    const last = all.at(-1);
    if (last && (span.from <= last.to || JSON_PUNCTUATION.test(text.slice(last.to, span.from))))
      all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to), ids: [...last.ids, ...span.ids] };
    else all.push(span);
  }
  return all;
}

const NAMED_IDS_MAX = 20;

function lineOf(ids: readonly string[]): string {
  const distinct = [...new Set(ids)];
  const more = distinct.length > NAMED_IDS_MAX ? ` and ${distinct.length - NAMED_IDS_MAX} more` : '';
  return `[Recalled from Cairn, not stored again: ${distinct.slice(0, NAMED_IDS_MAX).join(', ')}${more}]`;
}

const withLineEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
