import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { quoteForShell } from '@cairn/platform/own-program';

/**
 * Lets the person at the terminal edit a text: in the program of VISUAL or EDITOR, otherwise on one line of the terminal.
 * Returns the text without space around it.
 */
export async function editText(context: CliContext, text: string): Promise<string> {
  const editor = context.env['VISUAL'] || context.env['EDITOR'];
  const edited = await (editor ? editInProgram(editor, text) : editInLine(context, text));
  return edited.trim();
}

async function editInProgram(editor: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-edit-'));
  const file = join(folder, 'proposal.md');
  try {
    await writeFile(file, `${text}\n`, { mode: 0o600 });
    const [code] = (await once(
      spawn(`${editor} ${quoteForShell(file)}`, { shell: true, stdio: 'inherit' }),
      'exit',
    )) as [number | null];
    if (code !== 0)
      throw new CommandFailure('failed', `${editor} ended with ${code ?? 'a signal'}; nothing was changed.`);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Edits on one line. Line breaks of the text become spaces, since Enter ends the line. */
async function editInLine({ stdin, stdout }: CliContext, text: string): Promise<string> {
  const output = new Writable({
    write: (chunk, _, done) => {
      stdout.write(String(chunk));
      done();
    },
  });
  const terminal = createInterface({ input: stdin, output, terminal: true });
  try {
    const typed = terminal.question('> ');
    terminal.write(text.replace(/\s+/g, ' '));
    return await typed;
  } finally {
    terminal.close();
  }
}
