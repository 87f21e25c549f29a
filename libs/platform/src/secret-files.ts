import { readFileSync } from 'node:fs';
import { CairnError } from '@cairn/contracts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Name of the variable that names the file with a secret, such as `CAIRN_SERVICE_SECRET_FILE` for `CAIRN_SERVICE_SECRET`.
 */
export const fileNameOf = (name: string): string => `${name}_FILE`;

/**
 * Adds the secrets that are given as files to the environment. Orchestrators mount secrets as files because a variable
 * is visible to every child process and to anybody who can inspect the process. One newline at the end of a file is
 * dropped.
 */
export function withSecretFiles(environment: Environment, names: readonly string[]): Environment {
  const read = names.flatMap((name) => {
    const file = environment[fileNameOf(name)]?.trim();
    return file === undefined || file === '' ? [] : [[name, secretIn(name, file, environment)]];
  });
  return { ...environment, ...Object.fromEntries(read) };
}

function secretIn(name: string, file: string, environment: Environment): string {
  if ((environment[name] ?? '').trim() !== '') throw refuseSecretFile(name, `is set beside ${name}`, `one of the two`);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw refuseSecretFile(name, `names a file that cannot be read (${code})`, 'a file that this user may read');
  }
}

function refuseSecretFile(name: string, message: string, allowed: string): CairnError {
  const issue = { field: fileNameOf(name), message, allowed };
  return new CairnError(
    'config/invalid',
    `The settings cannot be used:\n  ${issue.field} ${message}; allowed: ${allowed}`,
    {
      issues: [issue],
    },
  );
}
