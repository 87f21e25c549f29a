import { addCall } from './codex-calls.ts';
import { TwoLogs } from './codex-logs.ts';
import {
  eventWordsOf,
  INSERTED_BY_PROGRAM,
  extractOwnWords,
  textsOf,
  kindOfWordlessTurn,
  wordsOf,
} from './codex-words.ts';
import type { ParsedLine, Place, ReadableFile, ReadOptions } from './parsed.ts';
import { readFiles } from './read-files.ts';
import { readRecords, type RecordLine } from './read-records.ts';
import { timeReader, type TimeReader } from './foreign-times.ts';
import { ItemTimes } from './item-times.ts';
import { ignoredRecord, isRecord, messageAt, provenanceOf, textOf } from './record-fields.ts';
import { CallsSinceMessage } from './tool-calls.ts';
import { namedCheckouts } from './named-checkouts.ts';
import { sessionPlaceOf, type SessionPlace } from './session-place.ts';
import type { Checkouts, StartFolder } from './working-folder.ts';

const CODEX_SOURCE = 'codex';

const SESSION_FILE = /(?:^|\/)rollout-[^/]*\.jsonl$/;

type Fields = Readonly<Record<string, unknown>>;

/** Returns the folder in which Codex keeps its sessions. */
export function codexHome(env: { readonly CODEX_HOME?: string | undefined }, home: string): string {
  return env.CODEX_HOME || `${home}/.codex`;
}

/** Chooses the files of sessions, both active and archived. */
export const codexSessionsIn = (files: readonly ReadableFile[]): readonly ReadableFile[] =>
  files.filter(({ name }) => SESSION_FILE.test(name));

/**
 * Reads what people and Codex said. A session file contains two logs. The model's log (`response_item`) is read
 * completely. From the event log (`event_msg`), only the person's words that the model's log lacks are read. Messages
 * have no ids, so a message is identified by its session and line: lines are only ever appended. A fork begins with
 * copied lines of its parent session; a copied line keeps the identity that it has in the parent.
 */
export async function* readCodexSessions(
  files: readonly ReadableFile[],
  options: ReadOptions = {},
): AsyncGenerator<ParsedLine> {
  const present = new Set(files.flatMap(({ name }) => SESSION_ID.exec(name)?.[1]?.toLowerCase() ?? []));
  const checkouts = await namedCheckouts(files, folderIn);
  yield* readFiles(files, options, (file, each) => readSession(file, each, { present, checkouts }));
}

const SESSION_ID = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.jsonl$/i;

const folderIn = (record: Fields): StartFolder | undefined => startFolderOf(headOf(record, payloadOf(record)));

function startFolderOf({ cwd, remote, branch }: Partial<Session> = {}): StartFolder | undefined {
  return cwd === undefined ? undefined : { cwd, remote, isInGit: remote !== undefined || branch !== undefined };
}

const payloadOf = (record: Fields): Fields => (isRecord(record['payload']) ? record['payload'] : record);

/** Facts shared by all sessions of one import. */
interface ImportContext {
  readonly present: ReadonlySet<string>;
  readonly checkouts: Checkouts;
}

interface Session {
  id: string | undefined;
  cwd: string | undefined;
  version: string | undefined;
  branch: string | undefined;
  /** URL of the git remote. */
  remote: string | undefined;
  model: string | undefined;
  /** True for messages between a subagent and its parent agent, which are not words of the team. */
  isSideTalk: boolean;
}

async function* readSession(
  file: ReadableFile,
  options: ReadOptions,
  together: ImportContext,
): AsyncGenerator<ParsedLine> {
  const read = timeReader(options);
  const times = new ItemTimes(read);
  const log = new TwoLogs();
  for await (const { parsed, line } of linesOf(file, options, { ...together, read }))
    for (const one of log.take(parsed, line)) yield* times.take(one.parsed, [one.time]);
  for (const one of log.finish(options)) yield* times.take(one.parsed, [one.time]);
  yield* times.finish();
}

interface ReadLine {
  readonly parsed: ParsedLine;
  readonly line?: Line | undefined;
}

/** Parses the lines of a session one by one. */
async function* linesOf(
  file: ReadableFile,
  options: ReadOptions,
  { present, checkouts, read }: ImportContext & { readonly read: TimeReader },
): AsyncGenerator<ReadLine> {
  const { onBytes, visibility } = options;
  let session: (Session & SessionPlace) | undefined;
  const inherited = new InheritedLines(read);
  const questions = new Questions();
  const calls = new CallsSinceMessage();
  for await (const line of readRecords(file, onBytes)) {
    if ('problem' in line) {
      yield { parsed: problemOf(line) };
      continue;
    }
    const { place, record } = line;
    const payload = payloadOf(record);
    // A forked session also contains its parent's head; the first head is the session's own.
    const head = headOf(record, payload);
    inherited.see({ place, record, payload, isOwnHead: session === undefined && head !== undefined, head });
    session ??= head && { ...head, ...(await sessionPlaceOf(startFolderOf(head), options, checkouts)) };
    if (session && record['type'] === 'turn_context') session.model = textOf(payload['model']);
    const former = inherited.lineOf(place);
    const words = isTurn(record, payload) ? textsOf(payload['content'])[0] : eventWordsOf(record, payload);
    const said = { session, former, record, payload, visibility, answer: questions.answerIn(payload) };
    if (former && present.has(former.id.toLowerCase()) && words !== undefined)
      yield { parsed: ignoredRecord(place, 'copied from a session that is imported itself', words) };
    else yield { parsed: withCalls(itemOf(place, said), said, calls), line: said };
  }
}

/**
 * Adds the preceding tool calls to a message. A message of the event log gets none, since it is dropped if the model's
 * log repeats it.
 */
function withCalls(parsed: ParsedLine, { record, payload }: Line, calls: CallsSinceMessage): ParsedLine {
  if (record['type'] !== 'event_msg') addCall(calls, payload);
  return parsed.type === 'message' && record['type'] !== 'event_msg'
    ? { ...parsed, input: { ...parsed.input, ...calls.take() } }
    : parsed;
}

interface SeenLine {
  readonly place: Place;
  readonly record: Fields;
  readonly payload: Fields;
  readonly head: Session | undefined;
  readonly isOwnHead: boolean;
}

/** Session id and line number that a copied line had in the file of its parent session. */
interface FormerLine {
  readonly id: string;
  readonly line: number;
}

/** Maximum pause between two copied lines, in ms. */
const COPY_PAUSE_MS = 1_000;

/**
 * Detects the lines that a fork copied from its parent session. They are written in quick succession at the beginning
 * of the file, while a person takes longer to continue.
 */
class InheritedLines {
  private former: { readonly id: string; readonly headLine: number } | undefined;
  private copiedUntil = Infinity;
  private isCopy = false;
  private readonly read: TimeReader;

  constructor(read: TimeReader) {
    this.read = read;
  }

  see({ place, record, payload, head, isOwnHead }: SeenLine): void {
    const time = this.read(record['timestamp']);
    if (isOwnHead) {
      const id = textOf(payload['forked_from_id']);
      this.former = id === undefined ? undefined : { id, headLine: place.line };
      this.copiedUntil = time || Infinity;
      this.isCopy = id !== undefined;
    } else if (head?.id !== undefined && record['type'] === 'session_meta') {
      this.former = { id: head.id, headLine: place.line };
      this.isCopy = time === 0 || time <= this.copiedUntil + COPY_PAUSE_MS;
    }
    if (!this.isCopy || time === 0) return;
    this.isCopy = time <= this.copiedUntil + COPY_PAUSE_MS;
    if (time > this.copiedUntil && this.isCopy) this.copiedUntil = time;
  }

  /**
   * Returns the session and line that a copied line has in the parent session; undefined for a line that is not copied.
   */
  lineOf({ line }: Place): FormerLine | undefined {
    return this.isCopy && this.former ? { id: this.former.id, line: line - this.former.headLine + 1 } : undefined;
  }
}

const QUESTION_TOOL = 'request_user_input';

/** Keeps the questions that the agent asked a person through a tool, until the answers arrive. */
class Questions {
  private readonly asked = new Map<string, ReadonlyMap<string, string>>();

  /** Returns the answers in a line, each preceded by its question. */
  answerIn({ type, name, call_id: call, arguments: input, output }: Fields): string | undefined {
    if (typeof call !== 'string') return undefined;
    if (type === 'function_call' && name === QUESTION_TOOL) this.asked.set(call, questionsIn(jsonIn(input)));
    const questions = type === 'function_call_output' ? this.asked.get(call) : undefined;
    if (!questions) return undefined;
    const { answers } = jsonIn(isRecord(output) ? output['content'] : output);
    const texts = Object.entries(isRecord(answers) ? answers : {}).map(([id, answer]) =>
      [questions.get(id) ?? id, ...answersIn(answer)].join('\n'),
    );
    return texts.length > 0 ? texts.join('\n\n') : undefined;
  }
}

function questionsIn({ questions }: Fields): ReadonlyMap<string, string> {
  const all = Array.isArray(questions) ? questions.filter(isRecord) : [];
  return new Map(all.map(({ id, question }) => [String(id), textOf(question) ?? String(id)]));
}

const answersIn = (answer: unknown): string[] => {
  const given = isRecord(answer) ? answer['answers'] : answer;
  return (Array.isArray(given) ? given : [given]).flatMap((one: unknown) => textOf(one) ?? []);
};

function jsonIn(text: unknown): Fields {
  if (typeof text !== 'string') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * Classifies a line that cannot be read. The last line of a running session may be incomplete. A line that is too long
 * to be text contains pictures.
 */
function problemOf({ place, kind, problem }: Extract<RecordLine, { problem: string }>): ParsedLine {
  if (kind === 'unfinished') return ignoredRecord(place, 'the last line is incomplete');
  if (kind === 'too-long') return ignoredRecord(place, problem);
  return { type: 'failed', place, reason: problem };
}

/** Returns the head of a session. Early versions wrote the head's fields directly, without `type` and `payload`. */
function headOf({ type }: Fields, payload: Fields): Session | undefined {
  if (type !== undefined && type !== 'session_meta') return undefined;
  const git = isRecord(payload['git']) ? payload['git'] : {};
  return {
    id: textOf(payload['id']),
    cwd: textOf(payload['cwd']),
    version: textOf(payload['cli_version']),
    branch: textOf(git['branch']),
    remote: textOf(git['repository_url']),
    model: undefined,
    isSideTalk: isRecord(payload['source']) && 'subagent' in payload['source'],
  };
}

interface Line {
  readonly session: (Session & SessionPlace) | undefined;
  readonly former: FormerLine | undefined;
  readonly record: Fields;
  readonly payload: Fields;
  readonly visibility: ReadOptions['visibility'];
  /** Answer of a person to a question of the agent. */
  readonly answer: string | undefined;
}

const isTurn = (record: Fields, { type, role }: Fields): boolean =>
  record['type'] !== 'event_msg' && type === 'message' && (role === 'user' || role === 'assistant');

function itemOf(place: Place, line: Line): ParsedLine {
  const { session, former, record, payload, visibility } = line;
  const said = readSaid(line);
  if (!said) return ignoredRecord(place, `the program's own record: ${kindOf(record, payload)}`);
  const { role, content, wordless } = said;
  if (session?.isSideTalk) return ignoredRecord(place, 'a message of a subagent', content);
  if (session?.id === undefined)
    return { type: 'failed', place, reason: 'session_meta: the file does not begin with the id of its session' };
  const { cwd, version, branch: gitBranch, model } = session;
  const { id, line: number } = former ?? { id: session.id, line: place.line };
  const fields = {
    ...{ role, content, source: CODEX_SOURCE, externalId: `${id}:${number}`, sessionKey: id },
    channel: session.channel,
    project: session.project,
    provenance: provenanceOf({ cwd, gitBranch, version, model: role === 'assistant' ? model : undefined }),
    visibility,
  };
  return messageAt(place, fields, wordless);
}

interface SaidLine {
  readonly role: unknown;
  readonly content: string;
  /** Kind of content in a line without text. */
  readonly wordless?: string | undefined;
}

/** Returns the text of a line and the role of its author. */
function readSaid({ record, payload, answer }: Line): SaidLine | undefined {
  const event = eventWordsOf(record, payload);
  if (event !== undefined)
    return { role: 'user', content: extractOwnWords(event).trim(), wordless: INSERTED_BY_PROGRAM };
  if (record['type'] !== 'response_item' && record !== payload) return undefined;
  if (answer !== undefined) return { role: 'user', content: answer };
  if (!isTurn(record, payload)) return undefined;
  return { role: payload['role'], content: wordsOf(payload), wordless: kindOfWordlessTurn(payload) };
}

/** Kind of a record, prefixed by the name of its log, since both logs use the same kinds. */
const kindOf = (record: Fields, payload: Fields): string =>
  [record['type'], record === payload ? undefined : (payload['role'] ?? payload['type'])]
    .flatMap((name) => textOf(name) ?? [])
    .join(' ');
