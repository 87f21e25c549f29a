import {
  shortIdOf,
  type Association,
  type MemoryHit,
  type MessageHit,
  type NoteHit,
  type RecentMessage,
} from '@cairn/contracts';
import { firstOf } from './cut.ts';
import { neutraliseLine, neutraliseWord } from './neutralise.ts';

type Unscored<Of> = Omit<Of, 'score' | 'similarity' | 'rankScore'>;
type UnscoredMemory = Omit<Unscored<MemoryHit>, 'confidence'> & { readonly confidence?: number | undefined };

/** A hit of a block. A note without a citation shows none. */
export type ShownHit = MemoryHit | MessageHit | ShownNote;

type ShownNote = Omit<NoteHit, 'citation'> & { readonly citation?: string | undefined };

/** An item as a block shows it: a hit, or one that was asked for by its id. */
export type Rendered = (UnscoredMemory | Unscored<MessageHit> | Unscored<ShownNote>) & {
  /** The score of a hit. */
  readonly score?: number;
};

/** Between the fields of a header. No stored text has it there. */
export const BETWEEN = ' · ';

export function idOf(hit: Rendered): string {
  switch (hit.kind) {
    case 'memory':
      return hit.memoryId;
    case 'message':
      return hit.messageId;
    case 'note':
      return hit.sectionId;
  }
}

/** What heads the part of a note. */
const NOTE = 'note';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id as a block names it: of an item, its end. */
export const shownId = (id: string, boundary: string): string =>
  neutraliseWord(UUID.test(id) ? shortIdOf(id) : id, boundary);

/** What a block has said of an item before, so that its header does not say it again. */
export interface SaidBefore {
  /** What holds of all items, as the heading says it. */
  readonly ofAll: readonly string[];
  /** How near the item before is. */
  readonly strength?: string | undefined;
  /** The ids of all items. */
  readonly shown?: ReadonlySet<string> | undefined;
}

const NOTHING: SaidBefore = { ofAll: [] };

/** The one line that heads an item: its place, what it is, and last its id. How near it is stands there where that changes. */
export function headerOfItem(hit: Rendered, place: number, boundary: string, said: SaidBefore = NOTHING): string {
  const strength = strengthOf(hit.score);
  const fields = [
    ...fieldsOf(hit, boundary).filter((field, at) => at === 0 || field === undefined || !said.ofAll.includes(field)),
    strength === said.strength ? undefined : strength,
    `id ${shownId(idOf(hit), boundary)}`,
  ];
  return `${place}. ${fields.filter((field) => field !== undefined).join(BETWEEN)}`;
}

/** What is the same of all items, where they are several and none says it in its text. */
export function saidOfAll(hits: readonly Rendered[], boundary: string): string[] {
  const [first, ...others] = hits.map((hit) => (hit.kind === 'message' ? [] : fieldsOf(hit, boundary).slice(1)));
  if (first === undefined || others.length === 0) return [];
  return first.filter(
    (field) => field !== undefined && field !== NOTE && others.every((fields) => fields.includes(field)),
  ) as string[];
}

/** The same where titles are all that is shown. */
export function titleLine(hit: Rendered, place: number, boundary: string): string {
  const id = shownId(idOf(hit), boundary);
  const title = hit.kind === 'message' ? `${saidBy(hit, boundary)}: ${hit.content}` : hit.title;
  return `${place}. ${fieldOf(title, boundary)}${BETWEEN}id ${id}`;
}

function fieldsOf(hit: Rendered, boundary: string): (string | undefined)[] {
  switch (hit.kind) {
    case 'memory':
      return [
        `${titled(hit, boundary)}${labelOf(hit)}`,
        hit.category === USUAL_CATEGORY ? undefined : hit.category,
        hit.state === 'active' ? undefined : hit.state,
        ...whence(hit, boundary),
        hit.restatements === undefined ? undefined : `restatements ${hit.restatements}`,
        sectionOf(hit, boundary),
      ];
    case 'message':
      return [`message${placeOf({ ...hit, sessionKey: null }, boundary)}`];
    case 'note':
      return [titled(hit, boundary), NOTE, ...whence(hit, boundary), citationOf(hit, boundary)];
  }
}

const citationOf = ({ citation }: Pick<ShownNote, 'citation'>, boundary: string) =>
  citation === undefined ? undefined : fieldOf(citation, boundary);

const titled = (hit: Extract<Rendered, { title: string }>, boundary: string) => fieldOf(hit.title, boundary);

const HIGH = 0.8;
const STRONG_SCORE = 0.5;

/** A memory that is as relevant as it is sure. */
const labelOf = ({ score = 0, confidence = 0 }: { score?: number; confidence?: number | undefined }) =>
  Math.min(score, confidence) >= HIGH ? ' [HIGH CONFIDENCE]' : '';

/** What a memory is where nothing says otherwise. */
const USUAL_CATEGORY = 'fact';

export function strengthOf(score: number | undefined): string | undefined {
  if (score === undefined) return undefined;
  return isStrong(score) ? 'strong' : 'weak';
}

export const isStrong = (score: number): boolean => score >= STRONG_SCORE;

type Whence = Pick<Rendered, 'timestamp' | 'createdAt' | 'author'>;

/** When and from whom. An item without a time of its own shows when it was stored. */
const whence = ({ timestamp, createdAt, author }: Whence, boundary: string) => [
  isTime(timestamp) ? dayOf(timestamp) : isTime(createdAt) ? `saved ${dayOf(createdAt)}` : undefined,
  author === null ? undefined : `by ${nameOf(author, boundary)}`,
];

/** The heading of the part of a document that was found, where its title does not say it. */
function sectionOf({ section = [], title }: Extract<Rendered, { kind: 'memory' }>, boundary: string) {
  const last = section.at(-1);
  return last === undefined || title.includes(last) ? undefined : `in ${nameOf(last, boundary)}`;
}

/** A message as it was said, up to its text. */
export const saidAt = (message: Spoken, boundary: string): string =>
  `[${minuteOf(message)}] ${saidBy(message, boundary)}: `;

export type Spoken = Pick<RecentMessage, 'timestamp' | 'createdAt' | 'role' | 'speaker' | 'author'>;

export function saidBy(message: Spoken, boundary: string): string {
  const spokenAs = neutraliseWord(message.role, boundary).replace(/[.:]/g, '_');
  const who = namedSpeaker(message);
  return who === undefined ? spokenAs : `${nameOf(who, boundary)} (${spokenAs})`;
}

/** Who said a message, where that tells more than the role. */
export function namedSpeaker({ speaker, author, role }: Spoken): string | undefined {
  const who = speaker ?? author;
  return who === null || who.toLowerCase() === role ? undefined : who;
}

type Place = Partial<Pick<RecentMessage, 'channel' | 'sessionKey'>>;

/** Where a message was said; nothing if it has neither. */
export const placeOf = ({ channel = null, sessionKey = null }: Place, boundary: string): string => {
  const names = [channel, sessionKey].filter((name) => name !== null).map((name) => nameOf(name, boundary));
  return names.length === 0 ? '' : ` in ${names.join(' / ')}`;
};

/** The memory that a hit supersedes or that superseded it, and one of its subject that is not `shown`; other links are for programs. */
export function linesOfLinks(
  associations: readonly Association[],
  boundary: string,
  shown: ReadonlySet<string> = new Set(),
): string[] {
  const successions = associations.filter(({ relation }) => relation === 'supersedes' || relation === 'superseded by');
  const [other] = associations.filter(({ relation, memoryId }) => relation === 'same subject' && !shown.has(memoryId));
  return [...successions, ...(other ? [other] : [])].map(
    ({ relation, title, memoryId }) => `- ${relation} ${quoted(title, boundary)} (id ${shownId(memoryId, boundary)})`,
  );
}

const NAME_CHARS = 120;

/** A text as a field of a header. */
const fieldOf = (text: string, boundary: string) => neutraliseLine(text, boundary).replaceAll('·', '‧');

/** Names are quoted as JSON strings where they are more than a name, so that none can pass for a field beside it. */
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _.@/#'-]*$/u;

export const nameOf = (value: string, boundary: string) =>
  PLAIN_NAME.test(value) && value.length <= NAME_CHARS
    ? fieldOf(value, boundary)
    : quoted(value, boundary).replaceAll('·', '‧');

export const quoted = (value: string, boundary: string) =>
  JSON.stringify(neutraliseLine(firstOf(value, NAME_CHARS), boundary));

export const isTime = (ms: number | null): ms is number =>
  ms !== null && Number.isFinite(ms) && ms > 0 && ms <= 8.64e15;

const dayOf = (ms: number) => new Date(ms).toISOString().split('T')[0]!;

export function minuteOf({ timestamp, createdAt }: Pick<Spoken, 'timestamp' | 'createdAt'>): string {
  const at = isTime(timestamp) ? timestamp : createdAt;
  if (!isTime(at)) return 'unknown';
  return `${isTime(timestamp) ? '' : 'saved '}${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}`;
}
