import type { ToolCall } from '@cairn/contracts';
import { readAction } from '../preflight/index.ts';
import { sentencesOf } from '../quotable.ts';
import {
  asksNothing,
  isDecision,
  isDoneWork,
  isFailure,
  isLeftover,
  isPromise,
  isQuestion,
  isRequest,
} from './cues.ts';

/** A message of a session, in the fields that a hand-off reads. */
export interface SessionMessage {
  readonly role: string;
  readonly content: string;
  readonly toolCalls?: readonly ToolCall[] | undefined;
}

/** Verbatim words from a message, or one of its tool calls. */
interface HandoffQuote<Message> {
  readonly message: Message;
  readonly text: string;
  readonly call?: ToolCall['act'];
}

/** The parts of a hand-off, each in the order of the session. */
export const handoffParts = ['asked', 'decided', 'changed', 'failed', 'open'] as const;
export type HandoffPart = (typeof handoffParts)[number];
type Handoff<Message> = Readonly<Record<HandoffPart, readonly HandoffQuote<Message>[]>>;

/** Greatest number of quotes in each part. */
const QUOTES_MAX: Readonly<Record<HandoffPart, number>> = { asked: 5, decided: 5, changed: 14, failed: 5, open: 5 };
/** Greatest number of changes that the assistant reports, and of changes that tool calls made. */
const REPORTED_CHANGES_MAX = 4;
const CALLS_MAX = 10;
/** Number of characters from the beginning of a message that are read. */
const READ_CHARS = 8_000;
/** Number of messages at the end of a session in which work that is left is searched. */
const END_MESSAGES = 10;
const SENTENCE_CHARS_MIN = 12;
/** Greatest length, in characters, of a request together with the sentences before it. */
const REQUEST_CHARS = 240;

interface SaidText<Message> extends HandoffQuote<Message> {
  /** Index of the message in the session. */
  readonly at: number;
  /** Offset of the text in the message. */
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the messages of a session, oldest first, and finds what was asked, decided and changed, what failed, and what
 * is left open. Every text is verbatim; nothing is summarised.
 */
export function handoffOf<Message extends SessionMessage>(messages: readonly Message[]): Handoff<Message> {
  const said = messages.map((message, at) => findSaidTexts(message, at));
  const decided = said.flatMap(decisionsIn);
  const open = openIn(said);
  const failed = excludeQuotes(
    open,
    said.flatMap((some) => some.filter(({ text }) => isFailure(text))),
  );
  const changes = excludeQuotes(
    open,
    said.flatMap((some) => some.filter(reportsChange)),
  );
  const calls = readCalls(messages);
  return {
    asked: newestOf('asked', excludeQuotes([...decided, ...open], requestsIn(said))),
    decided: newestOf('decided', decided),
    changed: newestOf('changed', [...changes.slice(-REPORTED_CHANGES_MAX), ...calls.changed.slice(-CALLS_MAX)]),
    failed: newestOf('failed', [...failed, ...calls.failed]),
    open: newestOf('open', open),
  };
}

/** Leaves out the quotes that another part (`taken`) already contains. */
function excludeQuotes<Message>(
  taken: readonly SaidText<Message>[],
  quotes: readonly SaidText<Message>[],
): SaidText<Message>[] {
  const keys = new Set(taken.map(keyOf));
  return quotes.filter((one) => !keys.has(keyOf(one)));
}

/**
 * Identifies a sentence by its message and its end. Its start may differ, since a request may begin in a sentence
 * before it.
 */
const keyOf = ({ at, to }: { readonly at: number; readonly to: number }): string => `${at} ${to}`;

/** The sentences of a message, without the lines that it quotes. */
function findSaidTexts<Message extends SessionMessage>(message: Message, at: number): SaidText<Message>[] {
  if (message.role !== 'user' && message.role !== 'assistant') return [];
  const own = message.content.slice(0, READ_CHARS).replaceAll(/^[ \t]*>.*$/gm, (line) => ' '.repeat(line.length));
  if (message.role === 'user' && asksNothing(own.trim())) return [];
  return sentencesOf(own)
    .filter(({ text }) => text.length >= SENTENCE_CHARS_MIN)
    .map((sentence) => ({ message, at, ...sentence }));
}

/** The requests of all messages, and the first message of a person, which names the task. */
function requestsIn<Message extends SessionMessage>(all: readonly SaidText<Message>[][]): SaidText<Message>[] {
  const task = all.find(isByPerson);
  return all.flatMap((said) => requestIn(said) ?? (said === task ? said.slice(0, 1) : []));
}

/** The request in a person's message: its first question or order, with the sentences before it if they are short. */
function requestIn<Message extends SessionMessage>(said: readonly SaidText<Message>[]): SaidText<Message> | undefined {
  const [first] = said;
  const request = said.find(({ text }) => isRequest(text) || isQuestion(text));
  if (!first || !request || !isByPerson(said)) return undefined;
  return request.to - first.from <= REQUEST_CHARS
    ? { ...request, from: first.from, text: request.message.content.slice(first.from, request.to) }
    : request;
}

const isByPerson = ([first]: readonly SaidText<SessionMessage>[]): boolean => first?.message.role === 'user';

const decisionsIn = <Message extends SessionMessage>(said: readonly SaidText<Message>[]): SaidText<Message>[] =>
  said.filter(({ text }) => isDecision(text) && !isLeftover(text));

const reportsChange = ({ message, text }: HandoffQuote<SessionMessage>): boolean =>
  message.role === 'assistant' && isDoneWork(text);

/**
 * Open work: promises, sentences near the end that name work left to do, and the last question or request if it has no
 * answer.
 */
function openIn<Message extends SessionMessage>(all: readonly SaidText<Message>[][]): SaidText<Message>[] {
  const end = Math.max(0, all.length - END_MESSAGES);
  const left = all.flatMap((said, at) => said.filter(({ text }) => isPromise(text) || (at >= end && isLeftover(text))));
  const last = all.at(-1) ?? [];
  const unanswered = last.findLast(({ text }) => isQuestion(text)) ?? requestIn(last);
  return unanswered && !left.includes(unanswered) ? [...left, unanswered] : left;
}

/**
 * The files and commands of the tool calls. Each appears once, at its last call. A failure is left out if a later call
 * of the same command succeeded.
 */
function readCalls<Message extends SessionMessage>(messages: readonly Message[]) {
  const last = new Map<string, SaidText<Message> & { readonly failed?: string | undefined }>();
  for (const [at, message] of messages.entries())
    for (const { act, target, failed } of message.toolCalls ?? callsInOutput(message)) {
      const key = `${act} ${target}`;
      last.delete(key);
      if (act === 'edit' || failed !== undefined || changesSomething(target))
        last.set(key, { message, at, from: 0, to: 0, text: target, call: act, failed });
    }
  const calls = [...last.values()];
  return {
    changed: calls.filter(({ failed }) => failed === undefined).map(withoutFailure),
    failed: calls.filter(({ failed }) => failed !== undefined).map(withoutFailure),
  };
}

/** The commands in a `tool` message that contains the text of a terminal: lines that begin with a prompt. */
const callsInOutput = ({ role, content }: SessionMessage): readonly ToolCall[] =>
  role === 'tool'
    ? [...content.slice(0, READ_CHARS).matchAll(TYPED_COMMAND)].map(([, target]) => ({ act: 'run', target: target! }))
    : [];

const TYPED_COMMAND = /^\$ (\S.{0,199})$/gm;

const withoutFailure = <Message>({
  failed,
  text,
  ...said
}: SaidText<Message> & { readonly failed?: string | undefined }) => ({
  ...said,
  text: failed === undefined ? text : `${text}: ${failed}`,
});

/** Whether a command does more than read. */
const changesSomething = (command: string): boolean =>
  readAction(command).acts.some(({ effect }) => effect !== 'looks');

/**
 * Cuts a part to its maximum number of quotes. The newest quotes are kept; of the requests also the first, since it
 * names the task.
 */
function newestOf<Message>(part: HandoffPart, quotes: readonly SaidText<Message>[]): HandoffQuote<Message>[] {
  const most = QUOTES_MAX[part];
  const [first, ...others] = quotes;
  const kept = part === 'asked' && first ? [first, ...others.slice(-(most - 1))] : quotes.slice(-most);
  return kept.map(({ at: _, from: __, to: ___, ...quote }) => quote);
}
