import { actOf, type Act, type Target } from './act.ts';
import { fitsWord } from './glob.ts';

const classesByVerb: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    ...{ select: ['read'], show: ['read'], explain: ['read'], describe: ['read'], with: ['read'], values: ['read'] },
    ...{ insert: ['create', 'change', 'add'], create: ['create', 'change'], copy: ['copy', 'publish'] },
    ...{ delete: ['delete', 'change'], truncate: ['delete', 'change'], drop: ['delete', 'change'] },
    ...{ grant: ['grant', 'change'], revoke: ['grant', 'change'], merge: ['merge', 'change'] },
  }),
);
const TABLE_NAME =
  /\b(?:from|into|update|table|join|on|truncate|view|index)\s+(?:table\s+|only\s+)?(?:if\s+(?:not\s+)?exists\s+)?["`]?([\w.]+)/gi;

/** Reads the statements of a script. Quoted texts are left out of their words. */
export function readSqlActs(
  script: string,
  around: Pick<Act, 'context' | 'parent'> = { context: [], parent: undefined },
): Act[] {
  const bare = script.replace(/--[^\n]*|\/\*[^]*?(?:\*\/|$)/g, ' ').replace(/'(?:[^']|'')*'/g, "''");
  const statements = bare
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean);
  return statements.map((statement) => {
    const words = statement.match(/[\w.*]+|[=<>()]/g) ?? [];
    const first = words[0]?.toLowerCase() ?? '';
    const verb =
      first === 'with' || first === 'explain'
        ? (/\b(?:insert|update|delete)\b/i.exec(statement)?.[0].toLowerCase() ?? first)
        : first;
    const verbs = classesByVerb.get(verb) ?? ['change'];
    const effect = verbs[0] === 'read' ? 'looks' : 'changes';
    return actOf({
      ...{ kind: 'sql', program: verb, words, effect, content: statement, verbs: new Set(verbs), ...around },
      targets: [
        ...[...statement.matchAll(TABLE_NAME)].map((match) => ({ text: match[1]!, isChanged: effect === 'changes' })),
        ...filesIn(statement, script),
      ],
    });
  });
}

/**
 * Finds the files that a statement reads or writes. File names are in quotation marks, and `statement` has no quoted
 * texts, so the names are read from `script`.
 */
const filesIn = (statement: string, script: string): Target[] =>
  /\b(?:copy|outfile)\b/i.test(statement)
    ? [...script.matchAll(/\b(to|from|outfile)\s+'([^']+)'/gi)].map(([, way, text]) => ({
        text: text!,
        isChanged: !/from/i.test(way!),
      }))
    : [];

/** Splits a name in SQL into words. */
export const sqlWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\w.*]+/g) ?? []).filter((word) => word !== '*' && word !== '...');

const NOISE_WORD = /^(?:only|into|from)$/i;
/** Removes words that do not distinguish statements: `TRUNCATE a` equals `TRUNCATE TABLE a`, but `DROP INDEX` differs from `DROP TABLE`. */
export const removeNoiseWords = (words: readonly string[]): string[] =>
  words.filter((word) => !NOISE_WORD.test(word) && !(/^table$/i.test(word) && /^truncate$/i.test(words[0]!)));
const SQL_CLAUSE = /^(?:set|select|where|on|do|with)$/i;

/**
 * Whether an act contains the words of a statement: the verb, directly after it the table, and the remaining words in
 * order.
 */
export function runsSql(words: readonly string[], act: Act): boolean {
  const [verb = '', ...wanted] = removeNoiseWords(words);
  if (verb !== act.program) return false;
  const said = removeNoiseWords(act.words).slice(1);
  let at = 0;
  for (const [index, word] of wanted.entries()) {
    while (at < said.length && !fitsWord(word, said[at]!) && !said[at]!.toLowerCase().endsWith(`.${word}`)) {
      if (index === 0 && TABLE_CHANGING_VERB.test(verb) && !SQL_CLAUSE.test(word)) return false;
      at++;
    }
    if (at++ >= said.length) return false;
  }
  return true;
}
const TABLE_CHANGING_VERB = /^(?:insert|update|delete|truncate|merge)$/;
