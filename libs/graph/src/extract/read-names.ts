import type { EntityType, Mention } from '@cairn/contracts';

/** Names at the start of a text, as a list `A, B and C`; `rest` is what follows. */
export interface Names {
  readonly mentions: readonly Mention[];
  /** `organisation/name` in brackets or after `in` or `of`. */
  readonly repository: string | undefined;
  readonly rest: string;
}

const typeNouns: Readonly<Record<string, EntityType>> = {
  team: 'team',
  group: 'team',
  squad: 'team',
  repository: 'repository',
  repo: 'repository',
  package: 'package',
  library: 'package',
  service: 'service',
  module: 'module',
  system: 'system',
  project: 'project',
  database: 'system',
  folder: 'path',
  directory: 'path',
  file: 'path',
};
const noun = Object.keys(typeNouns).join('|');
const leading = new RegExp(`^(?:(?:the|our|a|an|package) )?(?:(${noun}) )?`, 'iu');
const trailing = new RegExp(`^ (${noun})\\b`, 'iu');
const nounPhrase = new RegExp(`^((?:[\\p{L}\\p{N}-]+ ){1,3}?)(${noun})\\b`, 'iu');
const separator = /^(?:, and |, | and | & | as well as | together with )/u;
const bracket = /^ \(([^()\s]+)\)/u;
const place = /^ (?:in|of) (?:the repository )?([\w.-]+\/[\w.-]+?)(?=[.,;:]?(?:\s|$))/u;

/** Words that begin a sentence or stand for somebody: never a name by themselves. */
const noName = new Set(
  'a all an and any anyone ask both but did do does each either everybody everyone everything had has have he her his how i if in it its let make many my neither no nobody none nor nothing one our please she so some somebody someone something suppose that the their them then there these they this those until we were what when where which who whom whose why you your'.split(
    ' ',
  ),
);

/** Reads as many names as stand there. None: `mentions` is empty. */
export function readNames(text: string): Names {
  const mentions: Mention[] = [];
  let repository: string | undefined;
  let rest = text;
  for (let next = readName(rest); next; next = readName(rest.slice(separator.exec(rest)![0].length))) {
    mentions.push(next.mention);
    repository ??= next.repository;
    rest = next.rest;
    if (!separator.test(rest)) break;
  }
  const [whole, named] = place.exec(rest) ?? [];
  if (whole !== undefined) rest = rest.slice(whole.length);
  return { mentions, repository: repository ?? named, rest };
}

interface Name {
  readonly mention: Mention;
  readonly repository: string | undefined;
  readonly rest: string;
}

function readName(text: string): Name | undefined {
  const [before, nounBefore] = leading.exec(text) ?? [''];
  const start = text.slice(before.length);
  const core = written(start) ?? capitalised(start);
  if (core !== undefined) return bracketed(core, start.slice(core.length), nounBefore);
  if (before === '') return undefined;
  const [whole, words = '', last = ''] = nounPhrase.exec(start) ?? [];
  if (whole === undefined || words.split(' ').some((word) => noName.has(word.toLowerCase()))) return undefined;
  return { mention: mentionOf(words.trim(), last), repository: undefined, rest: start.slice(whole.length) };
}

/** What follows a name: what it is, and in brackets its other name or its repository. */
function bracketed(core: string, after: string, nounBefore: string | undefined): Name {
  const [nounWhole = '', nounAfter] = trailing.exec(after) ?? [];
  let rest = after.slice(nounWhole.length);
  let mention = mentionOf(core.replace(/^[`"']|[`"']$/gu, ''), nounBefore ?? nounAfter);
  let repository: string | undefined;
  for (let found = bracket.exec(rest); found; found = bracket.exec(rest)) {
    const inner = found[1] ?? '';
    if (inner.startsWith('@')) mention = mentionOf(inner, 'package');
    else if (/^[\w.-]+\/[\w.-]+$/u.test(inner)) repository = inner;
    rest = rest.slice(found[0].length);
  }
  return { mention, repository, rest };
}

function mentionOf(name: string, typeNoun: string | undefined): Mention {
  return { name, type: typeNoun === undefined ? 'unknown' : (typeNouns[typeNoun.toLowerCase()] ?? 'unknown') };
}

/** A name that is not a word: quoted, a handle, a path, a pattern, an identifier. */
function written(text: string): string | undefined {
  const quoted = /^(?:`[^`]+`|"[^"]+")/u.exec(text)?.[0];
  if (quoted !== undefined) return quoted;
  const word = /^[^\s(]+/u.exec(text)?.[0].replace(/[.,;:!?)]+$/u, '') ?? '';
  const isIdentifier = /^[@/*]|[/_*]|\p{L}-\p{L}|\p{L}\.\p{L}|\p{L}\p{N}|\p{Ll}\p{Lu}/u.test(word);
  return word !== '' && isIdentifier && !/^\p{L}+['’]/u.test(word) ? word : undefined;
}

/** Up to four words that begin with a capital. */
function capitalised(text: string): string | undefined {
  const name = /^\p{Lu}[\p{L}\p{N}+#.-]*(?: \p{Lu}[\p{L}\p{N}+#.-]*){0,3}/u.exec(text)?.[0].replace(/[.]+$/u, '');
  return name === undefined || noName.has(name.toLowerCase().split(' ')[0] ?? '') ? undefined : name;
}
