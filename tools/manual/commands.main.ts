// Prints the page of all commands, for tools/docs.ts. Needs --experimental-transform-types, since the command line has parameter properties.
import type { Argument, Command, Option } from 'commander';
import { commandLine } from './commands.ts';

const program = commandLine();

/** Text of a page of all commands, by the groups of the help, with their arguments and options. */
function commandsPage(): string {
  const groups = Map.groupBy(program.commands, (command) => command.helpGroup());
  const parts = [...groups].map(([title, commands]) => {
    const all = commands.flatMap((command) => partsOf(command));
    return `## ${title.replace(/:$/, '')}\n\n${all.join('\n')}`;
  });
  return `${parts.join('\n')}\n## Options of every command\n\n${program.options.map(optionRow).join('\n')}\n`;
}

function partsOf(command: Command, above = ''): string[] {
  const name = `${above}${command.name()}`;
  const usage = [name, ...command.registeredArguments.map(usageOf)].join(' ');
  const rows = [...command.registeredArguments.flatMap(argumentRow), ...shown(command).map(optionRow)];
  const own = [`### ${plain(usage)}\n`, `${plain(command.description())}.\n`];
  return [
    ...own,
    ...(rows.length > 0 ? [`${rows.join('\n')}\n`] : []),
    ...command.commands.flatMap((sub) => partsOf(sub, `${name} `)),
  ];
}

const shown = (command: Command): Option[] => command.options.filter(({ hidden }) => !hidden);

function usageOf(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '...' : '');
  return argument.required ? `<${name}>` : `[${name}]`;
}

const argumentRow = (argument: Argument): string[] =>
  argument.description ? [rowOf(usageOf(argument), argument.description, argument.argChoices)] : [];

const optionRow = ({ flags, description, argChoices }: Option): string => rowOf(flags, description, argChoices);

const rowOf = (name: string, description: string, choices: readonly string[] | undefined): string =>
  [`- \`${name}\``, plain(description), choices && `one of ${choices.map((word) => `\`${word}\``).join(', ')}`]
    .filter(Boolean)
    .join(': ');

/** Text of the help as Markdown, where a reference to a command is code. */
const plain = (text: string): string =>
  text
    .replace(/\.$/, '')
    .split(/(\{cairn [^{}]+\})/)
    .map((part) => part.replace(/^\{(.+)\}$/, '`$1`'))
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/[*<>[\]\\]/g, '\\$&')))
    .join('');

process.stdout.write(commandsPage());
