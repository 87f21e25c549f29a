const CONTENT_CHARS_MAX = 4_000;

/** Describes a tool call as an action for preflight. Undefined for tools that change nothing. */
export function actionOf(tool: unknown, input: unknown): string | undefined {
  if (typeof tool !== 'string') return undefined;
  const of = fieldsOf(input);
  const text = (name: string) => (typeof of[name] === 'string' ? of[name] : '');
  if (tool === 'Bash' || tool === 'PowerShell') return text('command');
  if (tool === 'Write') return `edit ${text('file_path')}: ${text('content').slice(0, CONTENT_CHARS_MAX)}`;
  if (tool === 'Edit') return `edit ${text('file_path')}: ${text('new_string').slice(0, CONTENT_CHARS_MAX)}`;
  if (tool === 'MultiEdit' || tool === 'NotebookEdit')
    return `edit ${text('file_path') || text('notebook_path')}: ${JSON.stringify(of['edits'] ?? of['new_source'] ?? '').slice(0, CONTENT_CHARS_MAX)}`;
  if (tool === 'WebFetch') return `GET ${text('url')}`;
  return isForeignMcp(tool)
    ? `${tool.slice('mcp__'.length).replace('__', ' ')} ${JSON.stringify(of).slice(0, CONTENT_CHARS_MAX)}`
    : undefined;
}

/** Calls of Cairn's own tools are no actions. */
const isForeignMcp = (tool: string) => tool.startsWith('mcp__') && !tool.startsWith('mcp__cairn__');

const fieldsOf = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
