import type { ToolCall } from '@cairn/contracts';
import { isRecord } from './record-fields.ts';
import { toolCallOf, type CallsSinceMessage } from './tool-calls.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The tools of Claude Code that change something, with the field that names the file or the command. */
const ACT_BY_TOOL: Readonly<Record<string, readonly [ToolCall['act'], string]>> = {
  Bash: ['run', 'command'],
  PowerShell: ['run', 'command'],
  Write: ['edit', 'file_path'],
  Edit: ['edit', 'file_path'],
  MultiEdit: ['edit', 'file_path'],
  NotebookEdit: ['edit', 'notebook_path'],
};

/** Adds the calls in a record of the assistant. */
export function addCalls(calls: CallsSinceMessage, record: Fields): void {
  if (record['type'] !== 'assistant' || record['isSidechain'] === true) return;
  for (const { type, id, name, input } of blocksOf(record)) {
    const [act, field] = (type === 'tool_use' && ACT_BY_TOOL[String(name)]) || [];
    if (act && field && isRecord(input)) calls.add(String(id), toolCallOf(act, input[field], record['cwd']));
  }
}

/**
 * Adds the errors of calls whose results are in a record. A call that a person or a hook refused is removed, since it
 * did not happen.
 */
export function addFailures(calls: CallsSinceMessage, record: Fields): void {
  if (record['type'] !== 'user' || record['isSidechain'] === true) return;
  for (const { type, tool_use_id: id, is_error: isError, content } of blocksOf(record)) {
    if (type !== 'tool_result' || isError !== true) continue;
    const error = textIn(content);
    if (REFUSAL_RESULT.test(error)) calls.refuse(String(id));
    else calls.fail(String(id), error);
  }
}

const REFUSAL_RESULT = /^(?:The user doesn't want to|\[Request interrupted by user|PreToolUse:\S+ hook error)/;

function blocksOf({ message }: Fields): readonly Fields[] {
  const content = isRecord(message) ? message['content'] : undefined;
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

const textIn = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : (Array.isArray(content) ? content : [])
        .filter(isRecord)
        .map(({ text }) => (typeof text === 'string' ? text : ''))
        .join('\n');
