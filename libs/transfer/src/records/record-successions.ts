import { recordFactsOf, recordLinksOf, recordNamed, type KnownRecord } from '@cairn/graph';

export interface RecordText extends KnownRecord {
  readonly title: string;
  readonly text: string;
}

/** Reference in a record that could not be linked. */
interface Unlinked {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

export interface Successions {
  /** Maps the path of each superseded record to the path of the record that supersedes it. */
  readonly successorOf: ReadonlyMap<string, string>;
  readonly unlinked: readonly Unlinked[];
}

interface Claim {
  readonly old: string;
  readonly successor: string;
  /** Path of the record that states the claim. */
  readonly file: string;
  readonly line: number;
}

/**
 * Finds which record supersedes which, from the statements of all records. A proposed or rejected record supersedes nothing.
 */
export function recordSuccessions(records: readonly RecordText[]): Successions {
  const unlinked: Unlinked[] = [];
  const claims = records.flatMap((record) => claimsOf(record, records, unlinked));
  const chosen = new Map<string, Claim>();
  for (const [old, some] of Map.groupBy(claims, (claim) => claim.old)) chosen.set(old, firstOf(some));
  const circular = new Set([...chosen.keys()].filter((old) => isInCircle(old, chosen)));
  for (const old of circular) {
    const { file, line, successor } = chosen.get(old)!;
    unlinked.push({ file, line, reason: `${old} and ${successor} supersede each other: neither is linked` });
  }
  for (const old of circular) chosen.delete(old);
  for (const { old, successor, file, line } of claims)
    if (chosen.has(old) && !chainOf(old, chosen).includes(successor))
      unlinked.push({
        file,
        line,
        reason: `${chosen.get(old)!.successor} supersedes ${old} already, and not ${successor}`,
      });
  return { successorOf: new Map([...chosen].map(([old, { successor }]) => [old, successor])), unlinked };
}

function claimsOf({ path, text }: RecordText, records: readonly KnownRecord[], unlinked: Unlinked[]): Claim[] {
  const { isProposed, status } = recordFactsOf(text);
  const replacesNothing = isProposed || status === 'rejected';
  return recordLinksOf(text).flatMap(({ to, type, back, line }): Claim[] => {
    if (type !== 'replaces' || (replacesNothing && !back)) return [];
    const other = recordNamed(to, path, records);
    if (other !== undefined)
      return [{ ...(back ? { old: path, successor: other } : { old: other, successor: path }), file: path, line }];
    if (to.link !== undefined || to.number !== undefined || (back && status === 'superseded'))
      unlinked.push({ file: path, line, reason: `no record is known that "${to.text}" names` });
    return [];
  });
}

/**
 * Chooses the claim that the superseded record itself states. If it states none, chooses the claim of the successor
 * whose path comes first.
 */
const firstOf = (claims: readonly Claim[]): Claim =>
  claims.find(({ file, old }) => file === old) ??
  claims.toSorted((one, other) => (one.successor < other.successor ? -1 : 1))[0]!;

/** Lists the successor of a record, the successor of this successor, and so on. */
function chainOf(old: string, chosen: ReadonlyMap<string, Claim>): string[] {
  const chain: string[] = [];
  for (let next = chosen.get(old)?.successor; next !== undefined && !chain.includes(next);) {
    chain.push(next);
    next = chosen.get(next)?.successor;
  }
  return chain;
}

const isInCircle = (old: string, chosen: ReadonlyMap<string, Claim>): boolean => chainOf(old, chosen).includes(old);
