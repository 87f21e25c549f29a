import { wordsOfRule } from '../../parts/rule-words.ts';

const LINE = /^(?:(?<kind>rule|decision|fact|graph): )?(?<says>.*?)(?: \((?<source>(?:given|read)[^()]*)\))?$/su;
/** Advice to agents on a memory whose meaning was not read, which people can do nothing with. */
const ADVICE = /^(?:nothing|no \w+) was read/;

/** Turns the lines of an understood memory, such as `decision: 1 reason (read by an importer)`, into words for people. */
export const wordsOfUnderstood = (lines: readonly string[]): string[] =>
  lines.filter((line) => !ADVICE.test(line)).map(wordsOfLine);

function wordsOfLine(line: string): string {
  const { kind, says = line, source } = LINE.exec(line)?.groups ?? {};
  const about = source === undefined ? '' : ` (${describeSource(source)})`;
  if (kind === 'rule') return `${describeRule(line)}${about}`;
  return `${kind === 'decision' ? `Decision with ${says}` : says}${about}`;
}

function describeRule(line: string): string {
  const [{ text, isStopping } = { text: line, isStopping: false }] = wordsOfRule([line]);
  if (!line.includes(' | stops: ')) return text;
  return `${text}. ${isStopping ? 'It stops such an action' : 'It only warns'}`;
}

function describeSource(source: string): string {
  if (source === 'given') return 'given by its writer';
  if (source.startsWith('given')) return 'given by its writer for the former text';
  if (source.endsWith('importer')) return 'found by the import';
  const [, sure] = source.split(', ');
  return `understood from its text${sure === undefined ? '' : `, ${Math.round(Number(sure) * 100)} % sure`}`;
}
