import { isStopWord } from '../languages/stop-words.ts';
import { isTool } from './lexicon.ts';

/** The place of a command, path or name that is hidden from the reading of a sentence: its position among those hidden. */
export const SPAN_PLACEHOLDER = /\u0001(\d+)\u0001/g;

const PLAIN_WORD = /(?<![\w\u0001./-])[a-z][\w-]*/g;
const SUBCOMMAND = / ([a-z][\w-]*|--?[a-z][\w-]*)/y;
/** Words that follow a program and are not its subcommand. */
const NO_SUBCOMMAND = new Set(
  `here there directly locally globally anywhere everywhere anymore again ever alone itself command commands unless except without
  outside inside while since because instead rather either too please yet until when blindly manually`.split(/\s+/),
);
/** `make` is a program behind these words, and an English verb elsewhere. */
const BEFORE_MAKE = /\b(?:run|runs|running|use|uses|using|call)\s$/i;
const BEFORE_MAKE_CHARS = 10;

/** Hides the programs that are named without code marks, each with its subcommand. */
export function hideCommands(text: string, hide: (span: string) => string): string {
  const words = new RegExp(PLAIN_WORD);
  let hidden = '';
  let from = 0;
  for (let found = words.exec(text); found; found = words.exec(text)) {
    const [program] = found;
    const isVerb =
      program === 'make' && !BEFORE_MAKE.test(text.slice(Math.max(0, found.index - BEFORE_MAKE_CHARS), found.index));
    if (!isTool(program) || isVerb) continue;
    const subcommand = subcommandAt(text, words.lastIndex);
    hidden += text.slice(from, found.index) + hide(program + subcommand);
    from = words.lastIndex += subcommand.length;
  }
  return hidden + text.slice(from);
}

function subcommandAt(text: string, at: number): string {
  const next = new RegExp(SUBCOMMAND);
  next.lastIndex = at;
  const [span = '', word = ''] = next.exec(text) ?? [];
  return isStopWord(word) || NO_SUBCOMMAND.has(word) ? '' : span;
}

const BRANCH = '(?:\\u0001\\d+\\u0001|main|master|trunk|develop)(?![\\w/-])';
/** A push in words: `force-push`, `push directly to main or X`. */
const SPOKEN_PUSH = new RegExp(
  `\\b(force[- ]?)?push(?:es|ed|ing)?(?: (?:straight |directly )?(?:in)?to (?:the |our )?(${BRANCH}(?:(?:,| or| and|, or) ${BRANCH}){0,5}))?`,
  'giu',
);
/** A name in code marks that is a branch and no remote. */
const BRANCH_NAME = /^(?:main|master|trunk|develop|\S+\/\S+)$/;
const REMOTES = ['origin', 'upstream'];

/** Hides pushes in words as the commands that they mean. A push without force is one only with its branch. */
export const hidePushes = (text: string, code: readonly string[], hide: (span: string) => string): string =>
  text.replace(SPOKEN_PUSH, (span, force: string | undefined, to = '') => {
    const branches = (to as string)
      .split(/,? (?:or|and) |, /)
      .filter((one) => one !== '')
      .map((one) => one.replace(SPAN_PLACEHOLDER, (_, at: string) => code[Number(at)]!));
    const pushes = pushesTo(branches, force !== undefined);
    return pushes.length === 0 || !branches.every((one) => BRANCH_NAME.test(one))
      ? span
      : pushes.map(hide).join(' or ');
  });

function pushesTo(branches: readonly string[], isForced: boolean): readonly string[] {
  const commands = isForced ? ['git push --force', 'git push --force-with-lease'] : ['git push'];
  if (branches.length === 0) return isForced ? commands : [];
  return commands.flatMap((command) =>
    REMOTES.flatMap((remote) => branches.map((branch) => `${command} ${remote} ${branch}`)),
  );
}
