import type { ToolCall } from '@cairn/contracts';
import { isRecord } from './record-fields.ts';
import { toolCallOf, type CallsSinceMessage } from './tool-calls.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Adds the call in a line of the model's log, or the error of an earlier call. */
export function addCall(calls: CallsSinceMessage, payload: Fields): void {
  const { type, call_id: id } = payload;
  if (typeof id !== 'string') return;
  if (OUTPUT_TYPES.has(String(type))) {
    const error = errorIn(payload['output']);
    if (DENIAL.test(String(payload['output']))) calls.refuse(id);
    else if (error !== undefined) calls.fail(id, error);
  } else for (const call of callsIn(payload)) calls.add(id, call);
}

/** Output of a call that a hook denied, and that did not happen. */
const DENIAL = /^Command blocked by PreToolUse hook/;
const OUTPUT_TYPES = new Set(['function_call_output', 'custom_tool_call_output', 'local_shell_call_output']);

/** The calls in a line: a command, or an edit for each file of a patch. */
function callsIn(payload: Fields): ToolCall[] {
  const { type, name, input, action } = payload;
  const given = fieldsIn(type === 'local_shell_call' ? action : payload['arguments']);
  const command = commandIn(given['command'] ?? given['cmd']);
  const patch = typeof input === 'string' ? input : (textOf(given['input']) ?? command);
  if (name === 'apply_patch' || command?.startsWith('apply_patch')) return editsIn(patch ?? '', given['workdir']);
  return [toolCallOf('run', command)].flatMap((call) => call ?? []);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const PATCHED_FILE_LINE = /^\*\*\* (?:Update|Add|Delete) File: (.+)$/gm;

const editsIn = (patch: string, folder: unknown): ToolCall[] =>
  [...patch.matchAll(PATCHED_FILE_LINE)].flatMap(([, file]) => toolCallOf('edit', file, folder) ?? []);

/**
 * The command of a call. It is a text or a list of words. After a shell with the option `-c`, the words are the script.
 */
function commandIn(command: unknown): string | undefined {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command)) return undefined;
  const words = command.map(String);
  return SHELL_PROGRAM.test(words[0] ?? '') && /^-\w*c$/i.test(words[1] ?? '')
    ? words.slice(2).join(' ')
    : words.join(' ');
}

const SHELL_PROGRAM = /(?:^|[\\/])(?:ba|z|da|k)?sh(?:\.exe)?$|powershell|pwsh/i;

/** The error in the output of a call; undefined if it did not fail. */
function errorIn(output: unknown): string | undefined {
  const fields = fieldsIn(output);
  const metadata = fieldsIn(fields['metadata']);
  const text = textOf(fields['output']) ?? textOf(fields['content']) ?? textOf(output) ?? '';
  const [, stated] = EXIT_CODE.exec(text.slice(0, HEAD_CHARS)) ?? [];
  const code = Number(metadata['exit_code'] ?? fields['exit_code'] ?? stated ?? 0);
  return code !== 0 || fields['success'] === false ? text : undefined;
}

const EXIT_CODE = /^(?:Process exited with code|Exit code:?) (\d+)/m;
/** Number of characters at the beginning of an output in which the client states how the command ended. */
const HEAD_CHARS = 300;

function fieldsIn(value: unknown): Fields {
  if (isRecord(value)) return value;
  if (typeof value !== 'string' || !value.startsWith('{')) return {};
  try {
    const parsed: unknown = JSON.parse(value);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
