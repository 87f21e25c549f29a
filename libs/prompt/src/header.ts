import type { Association, MemoryHit, MessageHit, NoteHit, RecentMessage } from '@cairn/contracts';
import { firstOf } from './cut.ts';
import { neutraliseLine, neutraliseWord } from './neutralise.ts';

type Unscored<Of> = Omit<Of, 'score' | 'similarity' | 'rankScore'>;
type UnscoredMemory = Omit<Unscored<MemoryHit>, 'confidence'> & { readonly confidence?: number | undefined };

/** An item as a block shows it: a hit, or one that was asked for by its id. */
export type Rendered = (UnscoredMemory | Unscored<MessageHit> | Unscored<NoteHit>) & {
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

/** The one line that heads an item: its place, what it is, and last its id. */
export function headerOfItem(hit: Rendered, place: number, boundary: string): string {
  const id = neutraliseWord(idOf(hit), boundary);
  return `${place}. ${[...fieldsOf(hit, boundary), `id ${id}`].filter((field) => field !== undefined).join(BETWEEN)}`;
}

/** The same where titles are all that is shown. */
export function titleLine(hit: Rendered, place: number, boundary: string): string {
  const id = neutraliseWord(idOf(hit), boundary);
  const title = hit.kind === 'message' ? `${saidBy(hit, boundary)}: ${hit.content}` : hit.title;
  return `${place}. ${fieldOf(title, boundary)}${BETWEEN}id ${id}`;
}

function fieldsOf(hit: Rendered, boundary: string): (string | undefined)[] {
  switch (hit.kind) {
    case 'memory':
      return [
        `${titled(hit, boundary)}${labelOf(hit)}`,
        hit.category,
        hit.state === 'active' ? undefined : hit.state,
        ...whence(hit, boundary),
        hit.restatements === undefined ? undefined : `restatements ${hit.restatements}`,
        sectionOf(hit, boundary),
        strengthOf(hit.score),
      ];
    case 'message':
      return [`message${placeOf({ ...hit, sessionKey: null }, boundary)}`, strengthOf(hit.score)];
    case 'note':
      return [
        titled(hit, boundary),
        'note',
        ...whence(hit, boundary),
        fieldOf(hit.citation, boundary),
        strengthOf(hit.score),
      ];
  }
}

const titled = (hit: Extract<Rendered, { title: string }>, boundary: string) => fieldOf(hit.title, boundary);

const HIGH = 0.8;
const STRONG_SCORE = 0.5;

/** A memory that is as relevant as it is sure. */
const labelOf = ({ score = 0, confidence = 0 }: { score?: number; confidence?: number | undefined }) =>
  Math.min(score, confidence) >= HIGH ? ' [HIGH CONFIDENCE]' : '';

function strengthOf(score: number | undefined): string | undefined {
  if (score === undefined) return undefined;
  return score >= STRONG_SCORE ? 'strong' : 'weak';
}

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

type Spoken = Pick<RecentMessage, 'timestamp' | 'createdAt' | 'role' | 'speaker' | 'author'>;

function saidBy({ speaker, author, role }: Spoken, boundary: string): string {
  const who = speaker ?? author;
  const spokenAs = neutraliseWord(role, boundary).replace(/[.:]/g, '_');
  return who === null || who.toLowerCase() === role ? spokenAs : `${nameOf(who, boundary)} (${spokenAs})`;
}

/** Where a message was said; nothing if it has neither. */
export const placeOf = (
  { channel, sessionKey }: Pick<RecentMessage, 'channel' | 'sessionKey'>,
  boundary: string,
): string => {
  const names = [channel, sessionKey].filter((name) => name !== null).map((name) => nameOf(name, boundary));
  return names.length === 0 ? '' : ` in ${names.join(' / ')}`;
};

/** The memory that a hit supersedes or that superseded it; other links are for programs. */
export const linesOfLinks = (associations: readonly Association[], boundary: string): string[] =>
  associations
    .filter(({ relation }) => relation === 'supersedes' || relation === 'superseded by')
    .map(
      ({ relation, title, memoryId }) =>
        `- ${relation} ${quoted(title, boundary)} (id ${neutraliseWord(memoryId, boundary)})`,
    );

const NAME_CHARS = 120;

/** A text as a field of a header. */
const fieldOf = (text: string, boundary: string) => neutraliseLine(text, boundary).replaceAll('·', '‧');

/** Names are quoted as JSON strings where they are more than a name, so that none can pass for a field beside it. */
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _.@/#'-]*$/u;

const nameOf = (value: string, boundary: string) =>
  PLAIN_NAME.test(value) && value.length <= NAME_CHARS
    ? fieldOf(value, boundary)
    : quoted(value, boundary).replaceAll('·', '‧');

export const quoted = (value: string, boundary: string) =>
  JSON.stringify(neutraliseLine(firstOf(value, NAME_CHARS), boundary));

const isTime = (ms: number | null): ms is number => ms !== null && Number.isFinite(ms) && ms > 0 && ms <= 8.64e15;

const dayOf = (ms: number) => new Date(ms).toISOString().split('T')[0]!;

function minuteOf({ timestamp, createdAt }: Pick<Spoken, 'timestamp' | 'createdAt'>): string {
  const at = isTime(timestamp) ? timestamp : createdAt;
  if (!isTime(at)) return 'unknown';
  return `${isTime(timestamp) ? '' : 'saved '}${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}`;
}
