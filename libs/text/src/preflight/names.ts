import type { Deed } from './action.ts';
import { escaped, matchesTrigger } from './glob.ts';
import { isTemplate, matchesTemplate } from './template.ts';
import { namesIn, stemsOf, type Clause, type Rule } from './rule.ts';

/** Programs that are also everyday words: such a word in a rule names no program unless it is marked as code. */
const EVERYDAY = new Set(
  (
    'make find test time go watch sort cut kill run which more less open say write who at set read task head tail install start ' +
    'take node date file split join link look last host service screen yes strip expand patch clear wait type sleep top sum touch ' +
    'build check do for get just move new next now script up use view work'
  ).split(' '),
);
const FUNCTION_WORD =
  /^(?:and|or|directly|on|in|into|for|it|to|from|with|at|as|by|when|while|unless|is|are|outside|any|the|yourself|manually|again|here)$/;

/** A longer word or code names nothing. */
const NAME_MAX = 200;

/** What of a prohibition a deed does: the command, the code or the file that it names. */
export function nameIn(deed: Deed, clause: Clause): string | undefined {
  const command = deed.words.length > 0 ? commandIn(deed.words, clause) : undefined;
  if (command !== undefined) return command;
  const names = deed.onlyLooks ? clause.names.filter((name) => /\s/.test(name)) : clause.names;
  return names.find((name) => deed.readings.some((text) => matchesName(name, text) && isCode(name, text, clause)));
}

/** A plain word in a prohibition is named together with another of its words: `never push to \`main\``. */
function isCode(name: string, text: string, { stems }: Clause): boolean {
  if (!/^[a-z]+$/.test(name)) return true;
  const own = stemsOf(name);
  const done = new Set(stemsOf(text));
  return stems.some((one) => !own.includes(one) && done.has(one));
}

/** Command words of a deed that the clause lists: the program alone, or the program with its subcommand. */
function commandIn(words: readonly string[], clause: Clause): string | undefined {
  const [program = '', ...rest] = words.map((word) => word.toLowerCase());
  const tokens: string[] = clause.text.toLowerCase().match(/(?<![\w./-])[\w./-]*\w|[,;]/g) ?? [];
  const at = tokens.indexOf(program);
  if (at < 0 || (EVERYDAY.has(program) && !clause.names.some((name) => name.toLowerCase().startsWith(program))))
    return undefined;
  if (program.startsWith('-') || isAllowedPart(clause, program)) return undefined;
  const next = tokens[at + 1];
  if (next === undefined || next === ',' || next === ';' || FUNCTION_WORD.test(next)) return program;
  const listed = listFrom(tokens.slice(at + 1));
  const verb = rest.find((word) => !word.startsWith('-') && listed.includes(word));
  return verb === undefined ? undefined : `${program} ${verb}`;
}

const isAllowedPart = ({ text }: Clause, program: string): boolean =>
  program.length <= NAME_MAX && new RegExp(`\\b(?:only|through|via|use)\\s+\`?${escaped(program)}\\b`, 'i').test(text);

/** `apply, create, edit or patch and ...`: the words of a list until it ends. */
function listFrom(tokens: readonly string[]): string[] {
  const listed: string[] = [];
  let expected = true;
  for (const token of tokens) {
    const isJoint = token === ',' || token === 'or' || token === 'and';
    if (!isJoint && !expected) break;
    if (!isJoint) listed.push(token);
    expected = isJoint;
  }
  return listed;
}

/** Whether a name, or a template with `<placeholders>`, `...` and `*`, stands in a text. */
export function matchesName(name: string, text: string): boolean {
  if (name.length > NAME_MAX) return false;
  if (isTemplate(name)) return matchesTemplate(name, text);
  return matchesTrigger(name, text) || isSameIdentifier(name, text);
}

const partsOf = (identifier: string): string =>
  (identifier.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [])
    .filter((part) => part.length > 1)
    .join(' ')
    .toLowerCase();

/** Identifiers in another case or with a one-letter prefix are the same; one-part names are only themselves. */
function isSameIdentifier(name: string, text: string): boolean {
  const parts = /^\w+$/.test(name) ? partsOf(name) : '';
  if (!parts.includes(' ')) return false;
  return (text.match(/[A-Za-z_]\w+/g) ?? []).some((word) => partsOf(word) === parts);
}

/** The allowed variant of a rule that a deed is, or an exception that it names. */
export function alternativeIn(deed: Deed, rule: Rule, triggers: readonly string[]): string | undefined {
  const allowed = rule.clauses.filter(({ force }) => force === 'allows');
  const names = allowed
    .flatMap((clause) => clause.names)
    .filter((name) => !forbids(rule, name) && !triggers.some((one) => one.includes(name)));
  const named = names.find((name) => deed.readings.some((text) => matchesName(name, text)));
  return named ?? programIn(deed, allowed, rule) ?? setAsWanted(deed, rule);
}

const forbids = ({ clauses }: Rule, name: string): boolean =>
  clauses.some(({ force, names }) => force === 'forbids' && names.includes(name));

/** `Use pnpm`: a program named in plain words, if no prohibition names it too. */
function programIn({ words }: Deed, allowed: readonly Clause[], { clauses }: Rule): string | undefined {
  const program = words[0]?.toLowerCase() ?? '';
  if (program === '' || program.length > NAME_MAX || EVERYDAY.has(program)) return undefined;
  const says = ({ text }: Clause) => new RegExp(`(?<![\\w./-])${escaped(program)}(?![\\w./-])`, 'i').test(text);
  const isForbidden = clauses.some((clause) => clause.force === 'forbids' && says(clause));
  return !isForbidden && allowed.some(says) ? program : undefined;
}

const SETTING = /\b([a-z_]\w*)\s*(=|:)\s*(true|false|\d+)\b/gi;

/** The rule wants a setting at one value, the deed gives it another. */
export function setOtherwise(deed: Deed, { clauses }: Rule): string | undefined {
  const wanted = clauses.filter(({ force }) => force !== 'forbids').flatMap(({ text }) => [...text.matchAll(SETTING)]);
  const given = deed.readings.flatMap((text) => [...text.matchAll(SETTING)]);
  const other = wanted.find(([, key, , value]) => given.some((one) => same(one[1]!, key!) && !same(one[3]!, value!)));
  return other?.[0];
}

/** The rule wants a setting at one value, and the deed gives it that. */
function setAsWanted(deed: Deed, { clauses }: Rule): string | undefined {
  const wanted = clauses.filter(({ force }) => force !== 'forbids').flatMap(({ text }) => [...text.matchAll(SETTING)]);
  return wanted
    .map(([setting]) => setting)
    .find((setting) => deed.readings.some((text) => matchesTrigger(setting, text)));
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const PREFIX =
  /\b(?:start|begin|live|prefixed|is|are)s?\b.{0,12}?\b(?:with|under|by)\s+`?(\/?[\w-]+(?:\/[\w.-]+)*\/(?![\w])|\/[\w-]+(?:\/[\w-]+)*)/i;
const ROUTE = /['"`](\/[\w/{}:.-]+)['"`]/g;

/** The rule wants names of a kind to begin with something; the deed makes one that does not. */
export function wrongPrefix(deed: Deed, { text }: Rule): string | undefined {
  const prefix = PREFIX.exec(text)?.[1];
  if (prefix === undefined) return undefined;
  const made = /\bbranch/i.test(text) ? branchesIn(deed) : prefix.startsWith('/') ? routesIn(deed, text) : [];
  return made.some((name) => !name.startsWith(prefix)) ? prefix : undefined;
}

const branchesIn = ({ words }: Deed): string[] =>
  /^git (?:checkout|switch|branch) /.test(words.join(' '))
    ? words.slice(2).flatMap((word, at, rest) => (/^-[bBcC]$|^--create$/.test(rest[at - 1] ?? '') ? [word] : []))
    : [];

/** Routes in code that share a segment with the rule's text. */
const routesIn = ({ readings }: Deed, text: string): string[] =>
  readings
    .flatMap((reading) => [...reading.matchAll(ROUTE)].map((match) => match[1]!))
    .filter((route) =>
      route
        .split('/')
        .some((segment) => segment.length > 3 && namesIn(text).some((name) => name.split('/').includes(segment))),
    );
