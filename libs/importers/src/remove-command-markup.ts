/** Opening tags of the markup that Claude Code adds to a person's turn for commands, shells and editors. */
const OPENING_TAG =
  /<((?:local-)?command-(?:name|message|args|contents|stdout|stderr|caveat)|bash-(?:input|stdout|stderr)|system-reminder|ide_opened_file|ide_selection|ide_diagnostics|task-notification|user-prompt-submit-hook)>/g;

/** Removes the markup that Claude Code added around and between a person's words. An unclosed element is kept as text. */
export function removeCommandMarkup(text: string): string {
  let result = '';
  let from = 0;
  const neverClosed = new Set<string>();
  for (const { 0: tag, 1: name, index } of text.matchAll(OPENING_TAG)) {
    if (index < from || name === undefined || neverClosed.has(name)) continue;
    const closing = `</${name}>`;
    const end = text.indexOf(closing, index + tag.length);
    if (end < 0) {
      neverClosed.add(name);
      continue;
    }
    result += text.slice(from, index);
    from = end + closing.length;
  }
  return result + text.slice(from);
}

const COMMAND_NAME = /<command-name>([^<]{1,200})<\/command-name>/;
const COMMAND_ARGUMENTS = /<command-args>([^]*?)<\/command-args>/;
const SHELL_INPUT = /^\s*<bash-input>([^]*?)<\/bash-input>/;

/** Returns the command line that a person typed: a slash command with its arguments, or a shell command. */
export function typedCommandIn(text: string): string | undefined {
  const shell = SHELL_INPUT.exec(text)?.[1]?.trim();
  if (shell) return `! ${shell}`;
  const args = text.includes('<command-args>') ? COMMAND_ARGUMENTS.exec(text)?.[1]?.trim() : undefined;
  const name = args ? COMMAND_NAME.exec(text)?.[1]?.trim() : undefined;
  return name && `${name} ${args}`;
}
