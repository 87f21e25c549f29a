import { isStopWord } from '../languages/stop-words.ts';
import { isTool } from './lexicon.ts';

const PLAIN_COMMAND = /(?<![\w\u0001./-])([a-z][\w-]*)(?: ([a-z][\w-]*|--?[a-z][\w-]*))?/g;
/** Words that follow a program and are not its subcommand. */
const NO_SUBCOMMAND =
  /^(?:here|there|directly|locally|globally|anywhere|everywhere|anymore|again|ever|alone|itself|commands?|unless|except|without|outside|inside|while|since|because|instead|rather|either|too|please|yet|until|when)$/;
/** Words before `make` that make it the program and not the verb. */
const BEFORE_MAKE = /\b(?:run|runs|use|uses|call|with|through|via|by|not)\s$/i;

/** Hides the programs that are named without code marks, each with its subcommand. Each word may be a program. */
export function hideCommands(text: string, hide: (span: string) => string): string {
  const words = new RegExp(PLAIN_COMMAND);
  let hidden = '';
  let from = 0;
  for (let found = words.exec(text); found; found = words.exec(text)) {
    const [span, program = '', next] = found;
    words.lastIndex = found.index + program.length;
    if (!isTool(program)) continue;
    if (program === 'make' && !BEFORE_MAKE.test(text.slice(Math.max(0, found.index - 10), found.index))) continue;
    const isWhole = next === undefined || isStopWord(next) || NO_SUBCOMMAND.test(next);
    const command = isWhole ? program : span;
    hidden += text.slice(from, found.index) + hide(command);
    from = found.index + command.length;
    words.lastIndex = from;
  }
  return hidden + text.slice(from);
}

const BRANCH = '(?:\\u0001\\d+\\u0001|main|master|trunk|develop)(?![\\w/-])';
/** A place of a command, path or name that is hidden from the reading of a sentence: its position among those hidden. */
export const SPAN_PLACEHOLDER = /\u0001(\d+)\u0001/g;

/** A push in words: `force-push`, `push directly to main or X`. */
const SPOKEN_PUSH = new RegExp(
  `\\b(force[- ]?)?push(?:es|ed|ing)?(?: (?:straight |directly )?(?:in)?to (?:the |our )?(${BRANCH}(?:(?:,| or| and|, or) ${BRANCH})*))?`,
  'giu',
);
const UPSTREAMS = ['origin', 'upstream'];

/** The commands of a push in words. A push without force is one only with its branch. */
function pushesIn(force: string | undefined, branches: readonly string[]): readonly string[] {
  const commands = force === undefined ? ['git push'] : ['git push --force', 'git push --force-with-lease'];
  if (branches.length === 0) return force === undefined ? [] : commands;
  return commands.flatMap((command) =>
    UPSTREAMS.flatMap((upstream) => branches.map((branch) => `${command} ${upstream} ${branch}`)),
  );
}

/** Hides pushes in words as the commands that they mean. Adds these to `code`. */
export const hidePushes = (text: string, code: string[]): string =>
  text.replace(SPOKEN_PUSH, (span, force: string | undefined, to = '') => {
    const branches = (to as string)
      .split(/,? (?:or|and) |, /)
      .filter((one) => one !== '')
      .map((one) => one.replace(SPAN_PLACEHOLDER, (_, at: string) => code[Number(at)]!));
    const pushes = pushesIn(force, branches);
    return pushes.length === 0 ? span : pushes.map((push) => `\u0001${code.push(push) - 1}\u0001`).join(' or ');
  });
