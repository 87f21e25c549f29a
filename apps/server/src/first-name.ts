import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Name } from '@cairn/contracts';

const ANSWER_WITHIN_MS = 2 * 60_000;

/** Name of the first person. */
export const FirstName = Name;

interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Asks the person at the terminal for their name. Returns the name of their account if they give none, and undefined
 * where nobody can be asked.
 */
export async function askFirstName({ stdin, stdout, env }: Terminal): Promise<string | undefined> {
  if (!stdin.isTTY || !stdout.isTTY || env['CI']) return undefined;
  const account = FirstName.safeParse(userInfo().username).data;
  const lines = createInterface({ input: stdin, output: stdout });
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await lines.question(`\n  Your name, as your team knows you [${account ?? 'first key'}]: `, {
      signal,
    });
    return FirstName.safeParse(answer.trim()).data ?? account;
  } catch {
    return account;
  } finally {
    lines.close();
  }
}
