import type { ToolCall } from '@cairn/contracts';
import { timeReader } from './foreign-times.ts';
import { ItemTimes } from './item-times.ts';
import { namedCheckouts } from './named-checkouts.ts';
import type { ParsedLine, Place, ReadableFile, ReadOptions } from './parsed.ts';
import { readFiles } from './read-files.ts';
import { readRecords } from './read-records.ts';
import { ignoredRecord, isRecord, messageAt, provenanceOf, textOf } from './record-fields.ts';
import { sessionPlaceOf, type SessionPlace } from './session-place.ts';
import { CallsSinceMessage, toolCallOf } from './tool-calls.ts';
import type { Checkouts, StartFolder } from './working-folder.ts';

const COPILOT_SOURCE = 'copilot';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads what people and Copilot said from the event logs of Copilot CLI and of VS Code, which share a form: one event a line,
 * with `type`, `data`, `id` and `timestamp`. The form is internal to both, so unknown events are skipped.
 */
export async function* readCopilotSessions(
  files: readonly ReadableFile[],
  options: ReadOptions = {},
): AsyncGenerator<ParsedLine> {
  const checkouts = await namedCheckouts(files, (record) => startFolderOf(dataOf(record)));
  yield* readFiles(files, options, (file, each) => readSession(file, each, checkouts));
}

const dataOf = ({ data }: Fields): Fields => (isRecord(data) ? data : {});

function startFolderOf({ context }: Fields): StartFolder | undefined {
  const { cwd, gitRoot } = isRecord(context) ? context : {};
  return typeof cwd === 'string' ? { cwd, isInGit: textOf(gitRoot) !== undefined } : undefined;
}

async function* readSession(
  file: ReadableFile,
  options: ReadOptions,
  checkouts: Checkouts,
): AsyncGenerator<ParsedLine> {
  let session: (SessionPlace & { readonly data: Fields }) | undefined;
  const calls = new CallsSinceMessage();
  const times = new ItemTimes(timeReader(options));
  for await (const line of readRecords(file, options.onBytes)) {
    if ('problem' in line) {
      yield line.kind === 'malformed'
        ? { type: 'failed', place: line.place, reason: line.problem }
        : ignoredRecord(line.place, line.problem);
      continue;
    }
    const { place, record } = line;
    const data = dataOf(record);
    session ??= { data, ...(await sessionPlaceOf(startFolderOf(data), options, checkouts)) };
    seeCall(calls, record['type'], { cwd: startFolderOf(session.data)?.cwd, data });
    const parsed = toMessage(place, record, { ...session, visibility: options.visibility });
    const withCalls = parsed.type === 'message' ? { ...parsed, input: { ...parsed.input, ...calls.take() } } : parsed;
    yield* times.take(withCalls, [record['timestamp']]);
  }
  yield* times.finish();
}

const ROLE_BY_TYPE: Readonly<Record<string, string>> = { 'user.message': 'user', 'assistant.message': 'assistant' };

interface Where extends SessionPlace {
  readonly data: Fields;
  readonly visibility: ReadOptions['visibility'];
}

function toMessage(place: Place, record: Fields, { data: head, channel, project, visibility }: Where): ParsedLine {
  const { type, id } = record;
  const { content, parentToolCallId } = dataOf(record);
  const role = ROLE_BY_TYPE[String(type)];
  if (role === undefined) return ignoredRecord(place, `the program's own record: ${String(type)}`);
  if (parentToolCallId !== undefined) return ignoredRecord(place, 'a message of a subagent', content);
  const { context, copilotVersion: version } = head;
  const { cwd, branch: gitBranch } = isRecord(context) ? context : {};
  const fields = {
    ...{ role, content: typeof content === 'string' ? content.trim() : '', source: COPILOT_SOURCE, externalId: id },
    ...{ sessionKey: textOf(head['sessionId']), provenance: provenanceOf({ cwd, gitBranch, version }) },
    ...{ channel, project, visibility },
  };
  return messageAt(place, fields, 'a tool call');
}

/** The tools of both programs that change something, with the field that names the file or the command. */
const ACT_BY_TOOL: Readonly<Record<string, readonly [ToolCall['act'], string]>> = {
  bash: ['run', 'command'],
  powershell: ['run', 'command'],
  run_in_terminal: ['run', 'command'],
  create: ['edit', 'path'],
  edit: ['edit', 'path'],
  str_replace_editor: ['edit', 'path'],
  create_file: ['edit', 'filePath'],
  replace_string_in_file: ['edit', 'filePath'],
  insert_edit_into_file: ['edit', 'filePath'],
};

/** Adds the call that an event begins, or the error of a call that an event ends. A denied call did not happen. */
function seeCall(
  calls: CallsSinceMessage,
  type: unknown,
  { cwd, data }: { readonly cwd: string | undefined; readonly data: Fields },
): void {
  const { toolCallId: id, toolName, arguments: input, success, error, result } = data;
  if (type === 'tool.execution_start') {
    const [act, field] = ACT_BY_TOOL[String(toolName)] ?? [];
    if (act && field && isRecord(input)) calls.add(String(id), toolCallOf(act, input[field], cwd));
  } else if (type === 'tool.execution_complete' && success === false) {
    if (isRecord(error) && error['code'] === 'denied') calls.refuse(String(id));
    else calls.fail(String(id), errorIn(error) ?? errorIn(result) ?? '');
  }
}

const errorIn = (value: unknown): string | undefined =>
  isRecord(value) ? (textOf(value['message']) ?? textOf(value['content'])) : textOf(value);
