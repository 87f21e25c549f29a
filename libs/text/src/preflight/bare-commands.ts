import { isStopWord } from '../languages/stop-words.ts';
import { isTool } from './lexicon.ts';

const COMMAND = String.raw`[a-z][\w-]*(?: (?!(?:here|directly|anywhere|at|in|or|nor)\b)[a-z][\w-]*)?`;
const LIST = `${COMMAND}(?:(?:, or|, nor|,| or| nor) ${COMMAND}){0,6}?`;
const WHERE = String.raw`(?: (?:here|directly|anywhere|at all|in this (?:repo|repository|project)))?`;
/** The whole of a sentence, or up to what is to be used in its place. */
const REST = String.raw`(?=[.!]?\s*$|[;,] (?:we |always )?use [^?"]{1,80}$)`;
const ORDERS = [
  `((?:please )?(?:never|do not|don't|must not|must never) (?:ever )?(?:use|run|call) )(${LIST})${WHERE}${REST}`,
  `((?:we |always )?use ${COMMAND}[,;] (?:and )?(?:never|not) )(${LIST})${WHERE}${REST}`,
].map((order) => new RegExp(`^${order}`, 'iu'));
const JOINT = /(, or |, nor |, | or | nor )/u;

/**
 * Sets code marks around the commands of a sentence that is nothing but an order not to use them: `Never use npm here`, `Use pnpm,
 * not npm or yarn`. Another sentence may only mention a command, so that it stays as it is.
 */
export function markBareCommands(sentence: string): string {
  for (const order of ORDERS) {
    const [whole, lead, list] = order.exec(sentence) ?? [];
    if (whole === undefined || lead === undefined || list === undefined) continue;
    const members = list.split(JOINT);
    if (!members.every((member, at) => at % 2 === 1 || isCommand(member))) return sentence;
    const marked = members.map((member, at) => (at % 2 === 1 ? member : `\`${member}\``)).join('');
    return lead + marked + sentence.slice(lead.length + list.length);
  }
  return sentence;
}

/** Whether words are a program of which everybody says the name, with its subcommand if any. `make` is a verb, too. */
function isCommand(words: string): boolean {
  const [program = '', subcommand] = words.split(' ');
  return isTool(program) && program !== 'make' && (subcommand === undefined || !isStopWord(subcommand));
}
