import { relative } from 'node:path';

interface StartedServer {
  readonly url: string;
  readonly dataDir: string;
  readonly key: string | undefined;
  /** Data folder that the command line uses when none is given. */
  readonly defaultDataDir: string;
  /**
   * Folder in which npm was started. If it differs from the folder of the package (`packageDir`), npm commands need the
   * path of the package.
   */
  readonly startedIn: string | undefined;
  readonly packageDir: string;
}

/** Text for the person who started the server: the addresses, the console with its first key, and the command to connect an agent. */
export function greetingFor(started: StartedServer): string {
  const { url, dataDir, key, defaultDataDir } = started;
  const cairn = `${npmOf(started)} run -s cairn --${dataDir === defaultDataDir ? '' : ` --data-dir ${shellWord(dataDir)}`}`;
  const open = key
    ? [
        `  Open             ${url}/console#key=${key}`,
        '                   signs you in: what is stored, and why a recall answers so.',
        '',
        `  Your first key   ${key}`,
        '                   It is shown this once. Keep it.',
      ]
    : [
        `  Open             ${url}/console`,
        '                   and sign in with your key: what is stored, and why a recall answers so.',
        '',
        `  Keys             ${cairn} keys create NAME`,
      ];
  return [
    '',
    '  Cairn is ready: a team memory for AI agents.',
    '',
    ...open,
    '',
    `  API              ${url}/v1`,
    `  MCP              ${url}/mcp`,
    `  Docs             ${url}/docs`,
    `  Data             ${dataDir}`,
    '',
    '  In another terminal:',
    `    ${cairn} connect claude-code --hooks   # or another client: connect lists them`,
    `    ${cairn} demo                          # a sample team's memory`,
    `    ${cairn} import claude-code            # your own conversations`,
    `    ${cairn} recall "why did we choose that queue"`,
    '',
    '  Stop:            Ctrl+C; the data stays.',
    '',
  ].join('\n');
}

function npmOf({ startedIn, packageDir }: StartedServer): string {
  const isWithin = startedIn === undefined || !relative(packageDir, startedIn).startsWith('..');
  return isWithin ? 'npm' : `npm --prefix ${shellWord(packageDir)}`;
}

/** Quotes a word for a POSIX shell. */
const shellWord = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
