import { isRecord, textOf } from './record-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the text of a turn without the context that Codex inserts before the person's words. */
export function wordsOf({ role, content }: Fields): string {
  const texts = textsOf(content).map((text) => (role === 'user' ? extractOwnWords(text) : text));
  return texts
    .filter((text) => text.trim() !== '')
    .join('\n\n')
    .trim();
}

export const textsOf = (content: unknown): string[] =>
  typeof content === 'string'
    ? [content]
    : (Array.isArray(content) ? content : []).filter(isRecord).flatMap(({ text }) => textOf(text) ?? []);

/** Matches text that Codex inserts into the conversation in the person's name. */
const INSERTED_TEXT =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|user_shell_command|skill|app-context|collaboration_mode|model_switch|personality_spec|subagent_notification)>|# AGENTS\.md instructions)/;
const IDE_CONTEXT = /^\s*# (?:Context from my IDE setup|Files mentioned by the user):/;
const REQUEST_HEADING = '## My request for Codex:';
const SHELL_COMMAND = /^\s*<user_shell_command>[^]*?<command>([^]*?)<\/command>/;

/** Extracts the person's own words from a text that the log gives as the person's. */
export function extractOwnWords(text: string): string {
  const shell = SHELL_COMMAND.exec(text)?.[1]?.trim();
  if (shell) return `! ${shell}`;
  if (INSERTED_TEXT.test(text)) return '';
  const at = IDE_CONTEXT.test(text) ? text.indexOf(REQUEST_HEADING) : -1;
  return at < 0 ? text : text.slice(at + REQUEST_HEADING.length);
}

export const INSERTED_BY_PROGRAM = 'inserted by the program';

/** Names the kind of content in a turn without words of a person or the model. */
export function kindOfWordlessTurn({ content }: Fields): string | undefined {
  if (textsOf(content).some((text) => text.trim() !== '')) return INSERTED_BY_PROGRAM;
  return Array.isArray(content) && content.length > 0 ? 'a picture without text' : undefined;
}

/** Maps a record type of the event log to a function that extracts the text that a person typed. */
const typedTextByType: Readonly<Record<string, (payload: Fields) => unknown>> = {
  user_message: ({ kind, message }) => (kind === undefined || kind === null || kind === 'plain' ? message : undefined),
  entered_review_mode: ({ target }) => (isRecord(target) ? target['instructions'] : undefined),
};

/** Returns the words of the person in a record of the event log. */
export function eventWordsOf(record: Fields, payload: Fields): string | undefined {
  if (record['type'] !== 'event_msg') return undefined;
  const words = typedTextByType[String(payload['type'])]?.(payload);
  return textOf(words)?.trim() === '' ? undefined : textOf(words);
}
