import { relative } from 'node:path';

interface Started {
  readonly url: string;
  readonly dataDir: string;
  readonly key: string | undefined;
  /** Where the command line looks when it is told nothing. */
  readonly defaultDataDir: string;
  /** Where npm was told to start this, and where the package is: from elsewhere, npm has to be told the way. */
  readonly startedIn: string | undefined;
  readonly packageDir: string;
}

/** What a newcomer needs to see: where things are, the console with its first key, and the command that connects an agent. */
export function greeting(started: Started): string {
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

function npmOf({ startedIn, packageDir }: Started): string {
  const isWithin = startedIn === undefined || !relative(packageDir, startedIn).startsWith('..');
  return isWithin ? 'npm' : `npm --prefix ${shellWord(packageDir)}`;
}

/** As a shell takes it. */
const shellWord = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
