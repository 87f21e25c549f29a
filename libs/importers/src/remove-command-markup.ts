/** What Claude Code writes around commands, shells and editors into a person's turn. */
const OPENING =
  /<((?:local-)?command-(?:name|message|args|contents|stdout|stderr|caveat)|bash-(?:input|stdout|stderr)|system-reminder|ide_opened_file|ide_selection|ide_diagnostics|task-notification|user-prompt-submit-hook)>/g;

/** A person's words without the spans that the program put around and between them. A span that never ends is text. */
export function removeCommandMarkup(text: string): string {
  let kept = '';
  let from = 0;
  const neverClosed = new Set<string>();
  for (const { 0: tag, 1: name, index } of text.matchAll(OPENING)) {
    if (index < from || name === undefined || neverClosed.has(name)) continue;
    const closing = `</${name}>`;
    const end = text.indexOf(closing, index + tag.length);
    if (end < 0) {
      neverClosed.add(name);
      continue;
    }
    kept += text.slice(from, index);
    from = end + closing.length;
  }
  return kept + text.slice(from);
}

const COMMAND = /<command-name>([^<]{1,200})<\/command-name>/;
const ARGUMENTS = /<command-args>([^]*?)<\/command-args>/;
const SHELL = /^\s*<bash-input>([^]*?)<\/bash-input>/;

/** The line that a person typed as a command with arguments, or as a command of the shell. */
export function typedCommandIn(text: string): string | undefined {
  const shell = SHELL.exec(text)?.[1]?.trim();
  if (shell) return `! ${shell}`;
  const said = text.includes('<command-args>') ? ARGUMENTS.exec(text)?.[1]?.trim() : undefined;
  const name = said ? COMMAND.exec(text)?.[1]?.trim() : undefined;
  return name && `${name} ${said}`;
}
