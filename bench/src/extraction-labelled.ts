import { join } from 'node:path';
import {
  candidatesOf,
  extractedKinds,
  type Candidate,
  type ConversationMessage,
  type ExtractedKind,
  type Mark,
} from '@cairn/extraction';
import { englishReader, type StatementReader } from '@cairn/graph';
import { topicWords } from '@cairn/text';
import { z } from 'zod';
import {
  messagesOf,
  readConversations,
  readObservations,
  readStatedIds,
  readStatedTexts,
  rowsOf,
  type JudgedSession,
} from './extraction-sets.ts';

/** Statement with its label: the kind, `worth` without a known kind, or nothing worth keeping. */
export interface LabelledStatement {
  readonly session: string;
  readonly candidate: Candidate;
  readonly label: ExtractedKind | 'worth' | 'none';
  readonly weight: number;
  /** The message and the place of a statement that may be labelled in several sets. */
  readonly place: string;
  /** Whether a person judged this statement: only such are judged by weights that were fitted without them. */
  readonly isTrue?: boolean;
  /** Share of the weight for the kind, where the kind was only guessed; 1 unless told. */
  readonly kindShare?: number;
}
type Row = LabelledStatement;

/** Reads the labelled statements of our own set and of the public sets. */
export async function readLabelled(sessions: readonly JudgedSession[], data: string): Promise<LabelledStatement[]> {
  const read = await englishReader();
  const judged = judgedRows(sessions, data, read);
  const places = new Set(judged.map(({ place }) => place));
  return [
    ...judged,
    ...ownRows(sessions, read).filter(({ place, label }) => label !== 'none' || !places.has(place)),
    ...chatRows(join(data, 'locomo/dev'), read),
    ...standingRows(data, read),
    ...statedRows(data, read),
    ...handLabelledRows(data, read),
  ];
}

const placeOf = ({ voice, statement }: Candidate): string => `${voice.message.id}:${statement.start}`;

const JudgedProposal = z.object({
  set: z.string(),
  kind: z.enum(extractedKinds),
  quotes: z.array(z.object({ messageId: z.string(), start: z.number(), isContext: z.boolean().optional() })),
  judged: z.object({ worth: z.boolean(), kind: z.boolean() }),
});
const JUDGED_WEIGHT = 1;

/** Statements of proposals that a reader judged. A proposal of the wrong kind tells only whether it is worth keeping. */
function judgedRows(sessions: readonly JudgedSession[], data: string, read: StatementReader): Row[] {
  const conversations: readonly (readonly [string, readonly ConversationMessage[]])[] = [
    ...sessions.map((session) => [session.id, messagesOf(session)] as const),
    ...['locomo', 'beam', 'beam500k'].flatMap((set) =>
      readConversations(join(data, set, 'dev')).map((messages) => [`${set}/${messages[0]!.id}`, messages] as const),
    ),
  ];
  const byMessage = new Map(conversations.flatMap((one) => one[1].map(({ id }) => [id, one] as const)));
  return rowsOf('bench/data/extraction/judged.jsonl').flatMap((row): Row[] => {
    const { kind, quotes, judged } = JudgedProposal.parse(row);
    const [quote] = quotes.filter(({ isContext }) => !isContext);
    const found = quote && byMessage.get(quote.messageId);
    if (!found) return [];
    const label = judged.worth ? (judged.kind ? kind : 'worth') : 'none';
    return candidatesOf(found[1], read)
      .filter(({ voice, statement }) => voice.message.id === quote.messageId && statement.start === quote.start)
      .map((candidate) => ({
        ...{ session: found[0], place: placeOf(candidate), candidate, label, weight: JUDGED_WEIGHT, isTrue: true },
      }));
  });
}

const OWN_WEIGHT = 1;
const CHAT_WEIGHT = 0.12;
const STANDING_WEIGHT = 0.7;
const STATED_WEIGHT = 0.2;
const GUESSED_SHARE = 0.2;

function ownRows(sessions: readonly JudgedSession[], read: StatementReader): Row[] {
  return sessions.flatMap((session) => {
    const gold = session.gold.map((one) => {
      const start = session.messages.find(({ id }) => id === one.messageId)!.content.indexOf(one.quote);
      return { ...one, start, end: start + one.quote.length };
    });
    return candidatesOf(messagesOf(session), read).map((candidate): Row => {
      const { start, end } = candidate.statement;
      const found = gold.find(
        (one) =>
          one.messageId === candidate.voice.message.id &&
          Math.min(end, one.end) - Math.max(start, one.start) >= Math.min(end - start, one.end - one.start) / 2,
      );
      return {
        ...{ session: session.id, place: placeOf(candidate), candidate, weight: OWN_WEIGHT, isTrue: true },
        label: found?.kind ?? 'none',
      };
    });
  });
}

/** Marks of statements about oneself that are more than a fact. */
const MORE_THAN_FACTS: readonly Mark[] = [
  ...([
    'prefer',
    'likes',
    'aims',
    'willDo',
    'promised',
    'decided',
    'goingWith',
    'choosing',
    'turnedOut',
    'correcting',
  ] as const),
  ...(['relation', 'byDate', 'fromNowOn'] as const),
];

/** The kind of an observed statement: a fact, or unknown if a mark says that it may be more. */
const observedKind = ({ marks }: Candidate) => (MORE_THAN_FACTS.some((mark) => marks.has(mark)) ? 'worth' : 'fact');

/** In a message from which an observation was taken, the statement with the most words of the observation is worth keeping. */
function chatRows(folder: string, read: StatementReader): Row[] {
  const observations = readObservations(folder);
  return readConversations(folder).flatMap((messages) =>
    [...Map.groupBy(candidatesOf(messages, read), ({ voice }) => voice.message.id)].flatMap(
      ([id, candidates]): Row[] => {
        const wanted = observations.get(id);
        const shared = candidates.map(({ statement }) => {
          const words = topicWords(statement.text);
          return Math.max(
            0,
            ...(wanted ?? []).map((text) => [...topicWords(text)].filter((word) => words.has(word)).length),
          );
        });
        const most = Math.max(0, ...shared);
        return candidates.flatMap((candidate, at): Row[] => {
          const isWorth = most > 0 && shared[at] === most;
          if (wanted && !isWorth && (most === 0 || shared[at]! > 0)) return [];
          return [
            {
              session: 'chat',
              place: placeOf(candidate),
              candidate,
              label: isWorth ? observedKind(candidate) : 'none',
              weight: CHAT_WEIGHT,
              kindShare: GUESSED_SHARE,
            },
          ];
        });
      },
    ),
  );
}

function standingRows(data: string, read: StatementReader): Row[] {
  return ['beam', 'beam500k'].flatMap((set) => {
    const folder = join(data, set, 'dev');
    const byId = new Map(
      readConversations(folder)
        .flat()
        .map((message) => [message.id, message]),
    );
    return (['instruction_following', 'preference_following'] as const).flatMap((kind) =>
      [...new Set(readStatedIds(folder, kind))].flatMap((id): Row[] => {
        const [candidate] = candidatesOf([byId.get(id)!], read).filter(
          ({ marks }) => marks.has('always') || marks.has('prefer') || marks.has('likes'),
        );
        return candidate
          ? [
              {
                session: 'standing',
                place: placeOf(candidate),
                candidate,
                label: kind === 'instruction_following' ? 'rule' : 'preference',
                weight: STANDING_WEIGHT,
              },
            ]
          : [];
      }),
    );
  });
}

const UNASSERTED: ReadonlySet<Mark> = new Set(['supposing', 'hedging', 'imagining', 'hearsay', 'asks']);
const LABELLED_WEIGHT = 0.6;
const HandLabel = z.object({
  messageId: z.string(),
  start: z.number(),
  label: z.enum([...extractedKinds, 'none']),
});

/** Statements of a public set that were labelled by hand. */
function handLabelledRows(data: string, read: StatementReader): Row[] {
  const byId = new Map(
    ['beam', 'beam500k'].flatMap((set) =>
      readConversations(join(data, set, 'dev'))
        .flat()
        .map((one) => [one.id, one] as const),
    ),
  );
  return rowsOf('bench/data/extraction/beam-labels.jsonl').flatMap((row) => {
    const { messageId, start, label } = HandLabel.parse(row);
    const message = byId.get(messageId);
    const found =
      message && candidatesOf([message], read).find(({ statement }) => Math.abs(statement.start - start) < 20);
    return found
      ? [{ session: 'labelled', place: placeOf(found), candidate: found, label, weight: LABELLED_WEIGHT }]
      : [];
  });
}

function statedRows(data: string, read: StatementReader): Row[] {
  return readStatedTexts(join(data, 'statements/dev.jsonl')).flatMap(({ id, text, isRelation }) => {
    const message: ConversationMessage = { id, role: 'user', content: text };
    const label = isRelation ? 'relation' : 'none';
    return candidatesOf([message], read)
      .slice(0, 1)
      .filter(({ marks }) => isRelation || [...UNASSERTED].some((mark) => marks.has(mark)))
      .map((candidate): Row => ({
        ...{ session: 'stated', place: placeOf(candidate), candidate, label },
        weight: isRelation ? STATED_WEIGHT : 1,
      }));
  });
}
