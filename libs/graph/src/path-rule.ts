import type { PathRule, RuleTool } from '@cairn/contracts';
import { normalisePath } from './entity.ts';
import { matchesPath, specificityOf } from './path-pattern.ts';

/**
 * A rule that applies to a path. `above` is the number of folders between the rule and the first rule found. It is
 * greater than 0 only for the tool `owners`.
 */
export interface AppliedRule {
  readonly rule: PathRule;
  readonly above: number;
}

/**
 * Finds the rules that decide about a path, by the semantics of each tool. Rules of the tool `nearest` apply only if no rule of an
 * ownership file matches.
 */
export function rulesFor(path: string, rules: readonly PathRule[]): readonly AppliedRule[] {
  const wanted = normalisePath(path);
  const of = (tool: RuleTool) => rules.filter((rule) => rule.tool === tool);
  const sections = Map.groupBy(of('codeowners'), ({ section }) => section);
  const codeowners = [...sections.values()].flatMap((section) => selectLastMatches(wanted, section));
  const owners = collectInherited(wanted, of('owners'));
  const decided = [...codeowners, ...owners];
  return decided.length > 0 ? decided : selectMostSpecific(wanted, of('nearest'));
}

function selectLastMatches(path: string, rules: readonly PathRule[]): AppliedRule[] {
  const matching = rules.filter((rule) => matchesPath(rule.pattern, path));
  const order = Math.max(...matching.map((rule) => rule.order));
  return matching.filter((rule) => rule.order === order).map((rule) => ({ rule, above: 0 }));
}

function selectMostSpecific(path: string, rules: readonly PathRule[]): AppliedRule[] {
  const matching = rules.filter((rule) => matchesPath(rule.pattern, path));
  const best = matching.map((rule) => specificityOf(rule.pattern)).sort(compareSpecificity)[0];
  return matching
    .filter((rule) => best && compareSpecificity(specificityOf(rule.pattern), best) === 0)
    .map((rule) => ({ rule, above: 0 }));
}

const compareSpecificity = (a: readonly [number, number], b: readonly [number, number]) => b[0] - a[0] || b[1] - a[1];

function collectInherited(path: string, rules: readonly PathRule[]): AppliedRule[] {
  const found: AppliedRule[] = [];
  const folders = foldersOf(path);
  for (const [above, folder] of folders.entries()) {
    const here = rules.filter((rule) => normalisePath(rule.pattern) === folder);
    const below = folder === '' ? path : path.slice(folder.length + 1);
    found.push(...here.filter(({ filter }) => appliesBelow(filter, below)).map((rule) => ({ rule, above })));
    if (here.some((rule) => rule.endsInheritance)) break;
  }
  const first = found[0]?.above ?? 0;
  return found.map(({ rule, above }) => ({ rule, above: above - first }));
}

const appliesBelow = (filter: string | undefined, below: string) => filter === undefined || matchesPath(filter, below);

/** Lists the path itself, since it may be a folder, then each folder above it up to the root. */
function foldersOf(path: string): string[] {
  if (path === '') return [''];
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).concat('');
}
