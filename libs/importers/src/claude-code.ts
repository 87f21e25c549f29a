import type { ParsedLine, Place, ReadableFile, ReadOptions } from './parsed.ts';
import { addCalls, addFailures } from './claude-code-calls.ts';
import { timeReader } from './foreign-times.ts';
import { ItemTimes } from './item-times.ts';
import { ignoredRecord, isRecord, messageAt, provenanceOf } from './record-fields.ts';
import { namedCheckouts } from './named-checkouts.ts';
import { sessionPlaceOf, type SessionPlace } from './session-place.ts';
import type { Checkouts, StartFolder } from './working-folder.ts';
import { readFiles } from './read-files.ts';
import { readRecords, type RecordLine } from './read-records.ts';
import { CallsSinceMessage } from './tool-calls.ts';
import { removeCommandMarkup, typedCommandIn } from './remove-command-markup.ts';

const CLAUDE_CODE_SOURCE = 'claude-code';

/** Folders next to the sessions, with transcripts of subagents and output of tools. These are not words of the team. */
export const SIDE_FOLDERS: ReadonlySet<string> = new Set(['subagents', 'tool-results']);

/** Returns the folder in which Claude Code keeps its transcripts. */
export function claudeCodeProjects(env: { readonly CLAUDE_CONFIG_DIR?: string | undefined }, home: string): string {
  return `${env.CLAUDE_CONFIG_DIR || `${home}/.claude`}/projects`;
}

export const transcriptsIn = (files: readonly ReadableFile[]): readonly ReadableFile[] =>
  files.filter(({ name }) => name.endsWith('.jsonl') && !name.split('/').some((part) => SIDE_FOLDERS.has(part)));

/**
 * Reads what people and Claude said from Claude Code's transcripts. The format is internal to Claude Code and changes between
 * releases, so unknown records are skipped. Channel and project are those of the repository in which the session
 * began (`ReadOptions`); the session id becomes the session key.
 */
export async function* readClaudeCodeTranscripts(
  files: readonly ReadableFile[],
  options: ReadOptions = {},
): AsyncGenerator<ParsedLine> {
  const checkouts = await namedCheckouts(files, startFolderOf);
  yield* readFiles(files, options, (file, each) => readTranscript(file, each, checkouts));
}

const startFolderOf = ({ cwd, gitBranch }: Fields): StartFolder | undefined =>
  typeof cwd === 'string' ? { cwd, isInGit: typeof gitBranch === 'string' && gitBranch !== '' } : undefined;

async function* readTranscript(
  file: ReadableFile,
  options: ReadOptions,
  checkouts: Checkouts,
): AsyncGenerator<ParsedLine> {
  let place: SessionPlace | undefined;
  const waiting = new WaitingWords();
  const calls = new CallsSinceMessage();
  const times = new ItemTimes(timeReader(options));
  for await (const line of readRecords(file, options.onBytes)) {
    if ('problem' in line) {
      yield problemOf(line);
      continue;
    }
    place ??= await sessionPlaceOf(startFolderOf(line.record), options, checkouts);
    const where = { ...place, visibility: options.visibility };
    addFailures(calls, line.record);
    const parsed = withCalls(toMessage(line.place, line.record, where), calls);
    addCalls(calls, line.record);
    waiting.see(line, parsed);
    yield* times.take(parsed, [line.record['timestamp']]);
  }
  for (const { place, record } of options.isRunning ? [] : waiting.left())
    yield* times.take(toMessage(place, fieldsOfQueued(record), { ...place, visibility: options.visibility }), [
      record['timestamp'],
    ]);
  yield* times.finish();
}

const withCalls = (parsed: ParsedLine, calls: CallsSinceMessage): ParsedLine =>
  parsed.type === 'message' ? { ...parsed, input: { ...parsed.input, ...calls.take() } } : parsed;

type Fields = Readonly<Record<string, unknown>>;
type Line = Extract<RecordLine, { record: Fields }>;

/**
 * Keeps messages that a person typed while Claude was working, until a turn repeats such a message or the person takes
 * it back.
 */
class WaitingWords {
  private readonly lines = new Map<string, Line>();

  see(line: Line, parsed: ParsedLine): void {
    const { type, operation } = line.record;
    const words = type === 'queue-operation' ? textOf(line.record) : undefined;
    if (operation === 'enqueue' && words !== undefined && isTyped(words)) this.lines.set(words.trim(), line);
    else if (type === 'queue-operation' && operation === 'popAll') this.lines.clear();
    else if (parsed.type === 'message') this.lines.delete(parsed.input.content);
  }

  left(): Iterable<Line> {
    return this.lines.values();
  }
}

/** False for notes that Claude Code itself puts into the queue of typed messages. */
const isTyped = (content: string) => content.trim() !== '' && !/^\s*<[a-z-]+>/.test(content);

const fieldsOfQueued = ({ content, timestamp, sessionId }: Fields): Fields => ({
  type: 'user',
  uuid: `${String(sessionId)}:queued:${String(timestamp)}`,
  timestamp,
  sessionId,
  message: { content },
});

/**
 * Classifies a line that cannot be read. The last line of a running session may be incomplete, and a later import reads
 * it. A line that is too long to be text contains pictures.
 */
function problemOf({ place, kind, problem }: Extract<RecordLine, { problem: string }>): ParsedLine {
  if (kind === 'unfinished') return ignoredRecord(place, 'the last line is incomplete');
  if (kind === 'too-long') return ignoredRecord(place, problem);
  return { type: 'failed', place, reason: problem };
}

interface Where extends SessionPlace {
  readonly visibility: ReadOptions['visibility'];
}

function toMessage(place: Place, sent: Fields, { channel, project, visibility }: Where): ParsedLine {
  const record = toTurn(sent);
  const { type, uuid, cwd, gitBranch, version } = record;
  const { content, why } = wordsIn(record);
  if (content === undefined) return ignoredRecord(place, why, textOf(record['message']));
  if (typeof uuid !== 'string') return ignoredRecord(place, 'a line without an id', content);
  const fields = {
    role: type,
    content,
    source: CLAUDE_CODE_SOURCE,
    ...turnOf(record),
    provenance: provenanceOf({ cwd, gitBranch, version }),
    channel,
    project,
    visibility,
  };
  return messageAt(place, fields);
}

type Words =
  { readonly content: string; readonly why?: never } | { readonly content?: undefined; readonly why: string };

/**
 * Returns the text of a turn, or the reason why the turn has no text. A person's answers to questions count in records
 * of any kind.
 */
function wordsIn(record: Fields): Words {
  const answers = answersIn(record);
  const why = reasonIgnored(record);
  const text = why === undefined ? textOf(record['message']) : undefined;
  const said = text !== undefined && record['type'] === 'user' ? extractTypedText(text) : text?.trim();
  const content = [answers, said].filter((part) => part).join('\n\n');
  if (content !== '') return { content };
  if (why !== undefined) return { why };
  if (text === undefined) return { why: wordlessKind(record) };
  return text.trim() === '' ? { content: '' } : { why: 'a command without text, or a notice of the program' };
}

/**
 * Returns the id and session of a turn. A forked session begins with copied turns, which keep the id and session of the
 * original turns.
 */
function turnOf({ uuid, sessionId, forkedFrom }: Fields): { externalId: unknown; sessionKey?: string } {
  const first = isRecord(forkedFrom) ? forkedFrom : {};
  const session = first['sessionId'] ?? sessionId;
  const sessionKey = typeof session === 'string' && session !== '' ? { sessionKey: session } : {};
  return { externalId: typeof first['messageUuid'] === 'string' ? first['messageUuid'] : uuid, ...sessionKey };
}

/**
 * Converts records of other kinds that contain a person's words into turns: text typed while Claude was working, and local
 * commands.
 */
function toTurn(record: Fields): Fields {
  const { type, subtype, content, attachment } = record;
  if (type === 'system' && subtype === 'local_command' && typeof content === 'string')
    return { ...record, type: 'user', message: { content } };
  if (type !== 'attachment' || !isRecord(attachment) || attachment['type'] !== 'queued_command') return record;
  const { prompt, commandMode, origin } = attachment;
  const isOfPerson = !isRecord(origin) || origin['kind'] === undefined || origin['kind'] === 'human';
  const isWords = commandMode === undefined || commandMode === 'prompt' || commandMode === 'bash';
  if (!isOfPerson || !isWords) return record;
  const words = commandMode === 'bash' && typeof prompt === 'string' ? `! ${prompt}` : prompt;
  return { ...record, type: 'user', message: { content: words } };
}

/** Returns a person's answers to Claude's questions, and the reasons that the person gave for refusing a tool call. */
function answersIn({ type, toolUseResult, message }: Fields): string | undefined {
  if (type !== 'user') return undefined;
  const answers = isRecord(toolUseResult) ? toolUseResult['answers'] : undefined;
  if (isRecord(answers))
    return answersWithQuestions(answers, isRecord(toolUseResult) ? toolUseResult['annotations'] : undefined);
  const blocks = isRecord(message) && Array.isArray(message['content']) ? message['content'].filter(isRecord) : [];
  const refused = blocks.filter((block) => block['type'] === 'tool_result' && block['is_error'] === true);
  const said = refused.flatMap(({ content }) => REFUSAL_REASON.exec(textOf({ content }) ?? '')?.[1]?.trim() ?? []);
  return said.length > 0 ? said.join('\n\n') : undefined;
}

const REFUSAL_REASON =
  /^The user doesn't want to [^]*?(?:the user said|reason for the rejection):\s*([^]+?)(?:\n\nNote: The user's next message[^]*)?$/i;

function answersWithQuestions(answers: Fields, annotations: unknown): string | undefined {
  const texts = Object.entries(answers).map(([question, answer]) => {
    const annotation = isRecord(annotations) && isRecord(annotations[question]) ? annotations[question] : {};
    const notes = typeof annotation['notes'] === 'string' ? ` (${annotation['notes']})` : '';
    return `${question}\n${Array.isArray(answer) ? answer.join(', ') : String(answer)}${notes}`;
  });
  return texts.length > 0 ? texts.join('\n\n') : undefined;
}

/**
 * Returns the reason why a record is not a turn between a person and Claude; undefined if the record is such a turn.
 */
function reasonIgnored({ type, isSidechain, isMeta, isCompactSummary, isApiErrorMessage }: Fields): string | undefined {
  if (type !== 'user' && type !== 'assistant')
    return `the program's own record: ${typeof type === 'string' ? type : 'of no type'}`;
  if (isSidechain) return 'a message of a subagent';
  if (isCompactSummary) return 'a summary by the program';
  if (isMeta) return 'inserted by the program';
  return isApiErrorMessage ? 'an error of the service' : undefined;
}

/** Names the kind of content in a turn that has no text. */
function wordlessKind({ message }: Fields): string {
  const content = isRecord(message) && Array.isArray(message['content']) ? message['content'].filter(isRecord) : [];
  const kinds: ReadonlyMap<string, string> = new Map(
    Object.entries<string>({
      tool_use: 'a tool call',
      tool_result: 'a tool result',
      thinking: 'reasoning of the model',
      image: 'a picture without text',
      document: 'a file without text',
    }),
  );
  return content.flatMap((block) => kinds.get(String(block['type'])) ?? [])[0] ?? 'a turn without text';
}

/** Returns the text of a message; undefined when it has no text block, but tool calls, tool results, thinking or pictures. */
function textOf(message: unknown): string | undefined {
  const content = isRecord(message) ? message['content'] : undefined;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content
    .filter(isRecord)
    .filter((block) => block['type'] === 'text' && typeof block['text'] === 'string');
  return texts.length === 0 ? undefined : texts.map((block) => block['text']).join('\n\n');
}

const INTERRUPTION_NOTE = /^\[Request interrupted by user[^\]]{0,40}\]$/;

function extractTypedText(text: string): string {
  const said = [typedCommandIn(text), removeCommandMarkup(text).trim()].filter((part) => part).join('\n\n');
  return INTERRUPTION_NOTE.test(said) ? '' : said;
}
