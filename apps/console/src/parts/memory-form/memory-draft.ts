import type { FoundMemory } from '../found-memory.ts';
import type { RouteInput } from '@cairn/contracts';
import { dayOf } from '../days.ts';
import { changedMeaning, meaningDraft, meaningOf, noMeaning, type MeaningDraft } from './meaning-draft.ts';

type MemoryInput = Exclude<RouteInput<'addMemories'>['body'], readonly unknown[]>;

/** Memory as the form edits it. Days are `2026-03-01` or empty, in the time zone of the server. */
export interface MemoryDraft extends MeaningDraft {
  readonly title: string;
  readonly content: string;
  readonly category: FoundMemory['category'];
  /** `org`, `private`, `channel`, or `team:NAME`. */
  readonly readers: string;
  readonly channel: string;
  readonly project: string;
  readonly tags: string[];
  readonly validFrom: string;
  readonly validTo: string;
  readonly subject: string;
  readonly attribute: string;
  readonly triggers: string[];
  /** Ids of the messages and memories that say it. */
  readonly sourceIds: readonly string[];
}

/** Value of `source` for memories that people write in the console. */
const CONSOLE_SOURCE = 'console';
/** Kinds that say how something is done. Agents read them as skills. */
const procedures: readonly string[] = ['workflow', 'skill'];
const TITLE_CHARS = 80;

export const emptyDraft: MemoryDraft = {
  ...{ title: '', content: '', category: 'fact', readers: 'org', channel: '', project: '', tags: [] },
  ...{ validFrom: '', validTo: '', subject: '', attribute: '', triggers: [], sourceIds: [] },
  ...noMeaning,
};

export const draftOf = (memory: FoundMemory): MemoryDraft => ({
  ...emptyDraft,
  title: memory.title,
  content: memory.content,
  category: memory.category,
  channel: memory.channel ?? '',
  tags: memory.tags,
  validFrom: dayOf(memory.validFrom),
  // The end is exclusive: the last day is the one before.
  validTo: memory.validTo === null ? '' : dayOf(memory.validTo - 1),
  subject: memory.subject ?? '',
  attribute: memory.attribute ?? '',
  triggers: memory.actionTriggers ?? [],
  ...meaningDraft(memory),
});

/** Title for a text without one: its first sentence, or as many of its words as fit. */
export function titleFrom(content: string): string {
  const first = content
    .trim()
    .split(/(?<=[.!?])\s|\n/, 1)[0]!
    .replace(/^[#>*\s-]+/, '');
  if (first.length <= TITLE_CHARS) return first.replace(/\.$/, '');
  return `${first
    .slice(0, TITLE_CHARS)
    .toWellFormed()
    .replace(/\s+\S*$/, '')}…`;
}

/** Request body for a new memory. Empty fields are left out. */
export function newMemoryOf(draft: MemoryDraft): MemoryInput {
  const { readers, triggers, sourceIds, title, content, category, tags } = draft;
  return {
    title: title.trim() || titleFrom(content),
    content,
    category,
    tags,
    source: CONSOLE_SOURCE,
    ...(procedures.includes(category) && { store: 'procedural' as const }),
    ...(readers !== 'org' && readers !== 'channel' && { visibility: readers as 'private' }),
    ...given(draft, ['channel', 'project', 'validFrom', 'validTo', 'subject', 'attribute']),
    ...(triggers.length > 0 && { actionTriggers: triggers }),
    ...(sourceIds.length > 0 && { sourceIds: [...sourceIds] }),
    ...meaningOf(draft),
  };
}

const given = (draft: MemoryDraft, fields: readonly (keyof MemoryDraft)[]) =>
  Object.fromEntries(fields.filter((field) => draft[field] !== '').map((field) => [field, draft[field]]));

/** Request fields for what the draft changes of a memory. */
export function changesOf(memory: FoundMemory, draft: MemoryDraft) {
  const before = draftOf(memory);
  const isOther = (field: keyof MemoryDraft) => JSON.stringify(before[field]) !== JSON.stringify(draft[field]);
  const texts = (['title', 'content', 'tags', 'category'] as const).filter(isOther);
  const clearable = (['validFrom', 'validTo', 'subject', 'attribute'] as const).filter(isOther);
  return {
    ...Object.fromEntries(texts.map((field) => [field, draft[field]])),
    ...Object.fromEntries(clearable.map((field) => [field, draft[field] === '' ? null : draft[field]])),
    ...(isOther('triggers') && { actionTriggers: draft.triggers }),
    ...changedMeaning(memory, draft),
  };
}
