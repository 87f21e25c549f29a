import type { Command, Option } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** One command as shells complete it. */
interface Entry {
  /** Names of the command and of those above it: `/keys/create`; the program itself is empty. */
  readonly path: string;
  readonly subcommands: readonly Choice[];
  /** Words that its first argument allows. */
  readonly words: readonly string[];
  readonly options: readonly Flag[];
}
interface Choice {
  readonly name: string;
  readonly about: string;
}
interface Flag extends Choice {
  readonly short: string | undefined;
  readonly takesValue: boolean;
  readonly words: readonly string[];
}

/**
 * Scripts that complete the commands, options and allowed words of this build. A script holds them all, since a program
 * that is started at each press of the key would answer too late.
 */
export const completionScripts: Readonly<Record<Shell, (program: Command) => string>> = {
  bash: (program) => bashScript(entriesOf(program), sharedFlags(program)),
  zsh: (program) => zshScript(entriesOf(program), sharedFlags(program)),
  fish: (program) => fishScript(entriesOf(program), sharedFlags(program)),
};

function entriesOf(command: Command, path = ''): Entry[] {
  const options = command.parent ? flagsOf(command) : [];
  const own = { path, subcommands: choicesOf(command), words: wordsOf(command), options };
  return [own, ...command.commands.flatMap((sub) => entriesOf(sub, `${path}/${sub.name()}`))];
}

const choicesOf = (command: Command): Choice[] =>
  command.commands.map((sub) => ({ name: sub.name(), about: aboutOf(sub.description()) }));

const wordsOf = (command: Command): readonly string[] => command.registeredArguments[0]?.argChoices ?? [];

/** Options of a command that not every command has. */
const flagsOf = (command: Command): Flag[] => command.options.filter(({ hidden }) => !hidden).flatMap(flagOf);

/** Options of every command. */
const sharedFlags = (program: Command): Flag[] => [
  ...flagsOf(program).filter(({ name }) => name !== '--version'),
  { name: '--help', short: '-h', about: 'display help', takesValue: false, words: [] },
];

const flagOf = ({ long, short, description, required, optional, argChoices = [] }: Option): Flag[] =>
  long ? [{ name: long, short, about: aboutOf(description), takesValue: required || optional, words: argChoices }] : [];

/** First clause of a description, without characters that a shell reads. */
const aboutOf = (text: string): string =>
  (text.split(/[.:;](?=\s|$)/, 1)[0] ?? '')
    .replaceAll(/\{cairn ([^{}]+)\}/g, 'cairn $1')
    .replaceAll(/['"`$\\[\]:]/g, '');

/** Shell patterns of all paths, by which a script recognises the command that is typed. */
const pathPatterns = (entries: readonly Entry[]): string => entries.flatMap(({ path }) => path || []).join('|');

/** Shell pattern of an option behind the path of its command; `*` stands for any command. */
const patternOf = (path: string, { name, short }: Flag): string =>
  [name, ...(short ? [short] : [])].map((flag) => `${path}:${flag}`).join('|');

/** Rows of a shell's `case` for the values of options. */
const valueRows = (
  entries: readonly Entry[],
  shared: readonly Flag[],
  rowOf: (pattern: string, flag: Flag) => string[],
): string =>
  [...entries, { path: '*', options: shared }]
    .flatMap(({ path, options }) => options.flatMap((flag) => rowOf(patternOf(path, flag), flag)))
    .join('\n');

function bashScript(entries: readonly Entry[], shared: readonly Flag[]): string {
  const values = valueRows(entries, shared, (pattern, { takesValue, words }) =>
    takesValue ? [`    ${pattern}) ${words.length > 0 ? `${reply(words)}; ` : ''}return ;;`] : [],
  );
  const names = entries.map(({ path, subcommands, words }) => {
    const all = [...subcommands.map(({ name }) => name), ...words];
    return all.length > 0 ? `    '${path}') ${reply(all)} ;;\n` : '';
  });
  const flags = entries.flatMap(({ path, options }) =>
    options.length > 0 ? [`      '${path}') flags+=' ${options.map(({ name }) => name).join(' ')}' ;;`] : [],
  );
  return `# Completes the commands of cairn in bash.
_cairn() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at/\${COMP_WORDS[i]}" in ${pathPatterns(entries)}) at="$at/\${COMP_WORDS[i]}" ;; esac
  done
  COMPREPLY=()
  case "$at:$prev" in
${values}
  esac
  if [[ $cur == -* ]]; then
    local flags='${shared.map(({ name }) => name).join(' ')}'
    case "$at" in
${flags.join('\n')}
    esac
    COMPREPLY=($(compgen -W "$flags" -- "$cur"))
    return
  fi
  case "$at" in
${names.join('')}  esac
}
complete -o default -F _cairn cairn
`;
}

const reply = (words: readonly string[]): string => `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$cur"))`;

function zshScript(entries: readonly Entry[], shared: readonly Flag[]): string {
  const described = (choices: readonly Choice[]) => choices.map(({ name, about }) => `'${name}:${about}'`).join(' ');
  const cases = entries.map(({ path, subcommands, words, options }) => {
    const names = [...subcommands, ...words.map((name) => ({ name, about: '' }))];
    return `    '${path}') names=(${described(names)}); flags+=(${described(options)}) ;;`;
  });
  const values = valueRows(entries, shared, (pattern, { takesValue, words }) =>
    takesValue ? [`    ${pattern}) ${words.length > 0 ? `compadd -- ${words.join(' ')}` : '_files'}; return ;;`] : [],
  );
  return `#compdef cairn
# Completes the commands of cairn in zsh.
_cairn() {
  local at='' word
  local -a names flags
  flags=(${described(shared)})
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at/$word" in ${pathPatterns(entries)}) at="$at/$word" ;; esac
  done
  case "$at:\${words[CURRENT-1]}" in
${values}
  esac
  case "$at" in
${cases.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o option flags
  elif (( \${#names} )); then
    _describe command names
  else
    _files
  fi
}
compdef _cairn cairn
`;
}

function fishScript(entries: readonly Entry[], shared: readonly Flag[]): string {
  const rows = entries.flatMap(({ path, subcommands, words, options }) => {
    const here = `complete -c cairn -n '__cairn_at "${path}"'`;
    return [
      ...subcommands.map(({ name, about }) => `${here} -f -a '${name}' -d '${about}'`),
      ...(words.length > 0 ? [`${here} -f -a '${words.join(' ')}'`] : []),
      ...options.map((flag) => `${here} ${fishOption(flag)}`),
    ];
  });
  rows.push(...shared.map((flag) => `complete -c cairn ${fishOption(flag)}`));
  return `# Completes the commands of cairn in fish.
function __cairn_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at/$word"
      case ${pathPatterns(entries).replaceAll('|', ' ')}
        set at "$at/$word"
    end
  end
  test "$at" = "$argv[1]"
end
${rows.join('\n')}
`;
}

const fishOption = ({ name, short, about, takesValue, words }: Flag): string =>
  [
    `-l ${name.slice(2)}`,
    ...(short ? [`-s ${short.slice(1)}`] : []),
    ...(takesValue ? ['-r'] : []),
    ...(words.length > 0 ? [`-f -a '${words.join(' ')}'`] : []),
    `-d '${about}'`,
  ].join(' ');
