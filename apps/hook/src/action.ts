import { hookClients, type HookClient } from '@cairn/connect/hook-clients';
import { isRecord, type HookInput } from './input.ts';

const CONTENT_CHARS_MAX = 4_000;

/** Names that the clients' tools give to what a rule can be about. */
const COMMAND_FIELDS = ['command', 'cmd', 'script'];
const PATH_FIELDS = ['file_path', 'filePath', 'path', 'notebook_path', 'target_file'];
const TEXT_FIELDS = [
  ...['content', 'contents', 'new_string', 'newString', 'new_str', 'file_text', 'code', 'newCode', 'new_source'],
  ...['edits', 'replacements', 'files'],
];
const PATCH_FIELDS = ['input', 'command', 'patch', 'patchText'];
const ADDRESS_FIELDS = ['url', 'urls', 'prompt'];

/**
 * Describes a tool call as an action for preflight. Undefined for tools that change nothing. A tool that the client does not
 * have is looked up among the tools of the clients that run its hooks, too.
 */
export function actionOf(client: HookClient, { tool, toolInput }: HookInput): string | undefined {
  if (tool === undefined) return undefined;
  const [action] = [client, ...borrowers].flatMap((one) => actionIn(one, tool, isRecord(toolInput) ? toolInput : {}));
  return action;
}

const borrowers = hookClients.filter(({ runsHooksOfClaude }) => runsHooksOfClaude);

type Fields = HookInput['toolInput'] & Readonly<Record<string, unknown>>;

/** Returns the action of a tool as one client names tools; none if the client has no such tool. */
function actionIn({ tools: { shell, edit, fetch, mcp } }: HookClient, tool: string, input: Fields): string[] {
  if (shell.includes(tool)) return [firstText(input, COMMAND_FIELDS)];
  if (edit.includes(tool)) return [editIn(input)];
  if (fetch.includes(tool)) return [`GET ${firstText(input, ADDRESS_FIELDS)}`];
  return new RegExp(`^(?:${mcp})$`).test(tool) ? [`${nameOfMcpTool(tool)} ${cut(JSON.stringify(input))}`] : [];
}

function editIn(input: Fields): string {
  const patch = firstText(input, PATCH_FIELDS);
  const paths = firstText(input, PATH_FIELDS) || [...patch.matchAll(PATCHED_FILE)].map(([, path]) => path).join(', ');
  return `edit ${paths}: ${cut(firstText(input, TEXT_FIELDS) || patch)}`;
}

const PATCHED_FILE = /^\*\*\* (?:Update|Add|Delete) File: (.+)$/gm;

/** Returns the first of some fields that has a value, as text. */
function firstText(input: Fields, names: readonly string[]): string {
  const value = names.map((name) => input[name]).find((one) => one !== undefined && one !== '');
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

const nameOfMcpTool = (tool: string) => tool.replace(/^(?:mcp_+|MCP:)/, '').replace(/__/, ' ');

const cut = (text: string) => text.slice(0, CONTENT_CHARS_MAX);
