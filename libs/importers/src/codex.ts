import type { Parsed, Place, ReadableFile, ReadOptions } from './parsed.ts';
import { readFiles } from './read-files.ts';
import { readRecords, type RecordLine } from './read-records.ts';
import { channelOf, epochOf, isRecord, messageAt, provenanceOf, textOf } from './record-fields.ts';

const CODEX_SOURCE = 'codex';

const SESSION = /(?:^|\/)rollout-[^/]*\.jsonl$/;

type Fields = Readonly<Record<string, unknown>>;

/** Where Codex keeps its sessions. */
export function codexHome(env: { readonly CODEX_HOME?: string | undefined }, home: string): string {
  return env.CODEX_HOME || `${home}/.codex`;
}

/** The sessions among the files: those that are kept and those put away. */
export const codexSessionsIn = (files: readonly ReadableFile[]): readonly ReadableFile[] =>
  files.filter(({ name }) => SESSION.test(name));

/**
 * What people and Codex said to each other. A session's file holds two logs, of which the model's (`response_item`) is
 * read: the other repeats it. Messages have no ids there; since lines are only added, the session and the line are one.
 */
export const readCodexSessions = (files: readonly ReadableFile[], options: ReadOptions = {}): AsyncGenerator<Parsed> =>
  readFiles(files, options, readSession);

interface Session {
  id: string | undefined;
  cwd: string | undefined;
  version: string | undefined;
  branch: string | undefined;
  model: string | undefined;
  /** A helper's talk with the agent that sent it, which is nothing that the team said. */
  isSideTalk: boolean;
}

async function* readSession(file: ReadableFile, { onBytes, visibility }: ReadOptions): AsyncGenerator<Parsed> {
  let session: Session | undefined;
  for await (const line of readRecords(file, onBytes)) {
    if ('problem' in line) {
      yield problemOf(line);
      continue;
    }
    const { place, record } = line;
    const payload = isRecord(record['payload']) ? record['payload'] : record;
    // A session that carries another one on holds that one's head, too: its own is the first.
    session ??= headOf(record, payload);
    if (session && record['type'] === 'turn_context') session.model = textOf(payload['model']);
    yield itemOf(place, { session, record, payload, visibility });
  }
}

/** A session that is still running ends in half a line; pictures make lines too long to hold text. */
function problemOf({ place, kind, problem }: Extract<RecordLine, { problem: string }>): Parsed {
  if (kind === 'unfinished' || kind === 'too-long') return { type: 'ignored', place };
  return { type: 'failed', place, reason: problem };
}

/** Sessions of early versions begin with the bare head, without `type` and `payload`. */
function headOf({ type }: Fields, payload: Fields): Session | undefined {
  if (type !== undefined && type !== 'session_meta') return undefined;
  const git = isRecord(payload['git']) ? payload['git'] : {};
  return {
    id: textOf(payload['id']),
    cwd: textOf(payload['cwd']),
    version: textOf(payload['cli_version']),
    branch: textOf(git['branch']),
    model: undefined,
    isSideTalk: isRecord(payload['source']) && 'subagent' in payload['source'],
  };
}

interface Line {
  readonly session: Session | undefined;
  readonly record: Fields;
  readonly payload: Fields;
  readonly visibility: ReadOptions['visibility'];
}

function itemOf(place: Place, { session, record, payload, visibility }: Line): Parsed {
  const isItem = record['type'] === 'response_item' || record === payload;
  const { type, role } = payload;
  if (!isItem || type !== 'message' || (role !== 'user' && role !== 'assistant')) return { type: 'ignored', place };
  if (session?.isSideTalk) return { type: 'ignored', place };
  if (session?.id === undefined)
    return { type: 'failed', place, reason: 'session_meta: the file does not begin with the id of its session' };
  const texts = textsOf(payload['content']).map((text) => (role === 'user' ? saidIn(text) : text));
  const { id, cwd, version, branch: gitBranch, model } = session;
  return messageAt(place, {
    role,
    content: texts
      .filter((text) => text.trim() !== '')
      .join('\n\n')
      .trim(),
    timestamp: epochOf(record['timestamp']),
    source: CODEX_SOURCE,
    externalId: `${id}:${place.line}`,
    sessionKey: id,
    channel: channelOf(cwd),
    provenance: provenanceOf({ cwd, gitBranch, version, model: role === 'assistant' ? model : undefined }),
    visibility,
  });
}

const textsOf = (content: unknown): string[] =>
  typeof content === 'string'
    ? [content]
    : (Array.isArray(content) ? content : []).filter(isRecord).flatMap(({ text }) => textOf(text) ?? []);

/** What the program itself puts before the model as if the person had said it. */
const PUT_IN =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|user_shell_command|skill|app-context|collaboration_mode|model_switch|personality_spec|subagent_notification)>|# AGENTS\.md instructions)/;
const EDITOR = '# Context from my IDE setup:';
const REQUEST = '## My request for Codex:';

function saidIn(text: string): string {
  if (PUT_IN.test(text)) return '';
  const at = text.trimStart().startsWith(EDITOR) ? text.indexOf(REQUEST) : -1;
  return at < 0 ? text : text.slice(at + REQUEST.length);
}
