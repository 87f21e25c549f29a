/** Input of a client's hook, whatever names the client gives the fields. */
export interface HookInput {
  readonly session?: string;
  /** Folder in which the agent works; if the client does not tell it, the folder of this process. */
  readonly folder: string;
  /** Reason why a session starts: `startup`, `resume`, `clear`, `compact` or a client's own. */
  readonly source?: string;
  readonly transcript?: string;
  readonly prompt?: string;
  /** Text of the agent's answer. */
  readonly response?: string;
  readonly tool?: string;
  readonly toolInput?: unknown;
  /** Time of the event, in ISO 8601. */
  readonly time?: string;
  /** Id of the turn. */
  readonly turn?: string;
}

/**
 * Names of the fields in the clients' inputs, the most common first. No two clients give one name two meanings, so that a
 * client that runs the hooks of another one is understood, too.
 */
const FIELDS = {
  session: ['session_id', 'sessionId', 'conversation_id'],
  source: ['source'],
  transcript: ['transcript_path', 'transcriptPath'],
  prompt: ['prompt'],
  response: ['prompt_response', 'text'],
  tool: ['tool_name', 'toolName'],
  time: ['timestamp'],
  turn: ['generation_id', 'turn_id'],
} as const;
/** Briefing of the hook, which Gemini CLI puts before the first prompt. */
const HOOK_CONTEXT = /^\s*<hook_context>[^]*?<\/hook_context>\s*/;
const TOOL_INPUT_FIELDS = ['tool_input', 'toolArgs'];

/** Reads a client's input; fields that are missing or of another type are left out. */
export function readHookInput(value: unknown): HookInput {
  const fields = isRecord(value) ? value : {};
  const texts = Object.entries(FIELDS).flatMap(([name, names]) => {
    const text = names.map((one) => fields[one]).find((one) => typeof one === 'string' && one !== '');
    return text === undefined ? [] : [[name, text] as const];
  });
  const toolInput = TOOL_INPUT_FIELDS.map((name) => fields[name]).find((one) => one !== undefined);
  const input: Omit<HookInput, 'folder' | 'toolInput'> = Object.fromEntries(texts);
  const prompt = input.prompt?.replace(HOOK_CONTEXT, '');
  return {
    ...input,
    ...(prompt !== undefined && { prompt }),
    folder: folderIn(fields),
    toolInput: parsedIfText(toolInput),
  };
}

function folderIn({ cwd, workspace_roots: roots }: Readonly<Record<string, unknown>>): string {
  const [folder] = [cwd, ...(Array.isArray(roots) ? (roots as unknown[]) : [])].filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  return folder ?? process.cwd();
}

/** Parses arguments that some clients pass as JSON text. */
function parsedIfText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
