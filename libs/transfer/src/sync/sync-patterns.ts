import { TIME_MIN_MS, type LearnedPattern, type PatternScope } from '@cairn/contracts';
import {
  formatPatternFile,
  parsePatternFile,
  patternKey,
  mergePattern,
  type Pattern,
  type PatternFile,
} from '@cairn/notes';
import { overwriteQuery, isForgotten, type CairnClient } from '../cairn-client.ts';
import { withRetries } from '@cairn/client';
import type { Direction } from './plan.ts';
import { FileChangedError, hashOf, type SafeFolder } from './safe-folder.ts';
import type { SyncState } from './sync-state.ts';

/** Result of a round for the patterns in `.forge/memory`. */
export interface PatternsReport {
  sent: number;
  fetched: number;
  /** Number of lines that are not patterns; they stay unchanged. */
  damaged: number;
  /** Number of patterns that were forgotten on the server and were therefore not sent; `overwrite` sends them. */
  forgotten: number;
}

export interface PatternOptions extends Direction {
  readonly project: string;
  readonly signal: AbortSignal;
  readonly overwrite?: boolean | undefined;
}

interface Sides {
  readonly folder: SafeFolder;
  readonly state: SyncState;
  readonly client: CairnClient;
}

const PATTERNS_FOLDER = '.forge/memory';
const scopes = ['project', 'global'] as const;
const SEND_TIMEOUT_MS = 60_000;
const hashOfKey = (pattern: Pick<Pattern, 'pattern' | 'category'>) => hashOf(Buffer.from(patternKey(pattern)));

/** Syncs Forge's files with the patterns of the project and the organisation; undefined if the folder has no `.forge`. */
export async function syncPatterns(sides: Sides, options: PatternOptions): Promise<PatternsReport | undefined> {
  if (!sides.folder.entries('').some((entry) => entry.name === '.forge' && entry.isDirectory())) return undefined;
  const report: PatternsReport = { sent: 0, fetched: 0, damaged: 0, forgotten: 0 };
  for (const scope of scopes) {
    try {
      await syncScope(sides, options, scope, report);
    } catch (error) {
      // Forge is writing the file, so the next round handles it.
      if (!(error instanceof FileChangedError)) throw error;
    }
  }
  return report;
}

async function syncScope(sides: Sides, options: PatternOptions, scope: PatternScope, report: PatternsReport) {
  const name = `${PATTERNS_FOLDER}/${scope}.jsonl`;
  const read = sides.folder.read(name);
  const file = parsePatternFile(read?.bytes ?? new Uint8Array());
  report.damaged += file.damaged;
  const team = new Map((await listPatterns(sides.client, options, scope)).map((each) => [hashOfKey(each), each]));
  if (options.canPush) await sendPattern({ sides, options, scope, name, report }, file, team);
  if (!options.canPull) return;
  const { file: fetched, count } = takeTeamPatterns({ sides, name }, file, team);
  if (count === 0) return;
  const rescue = `${PATTERNS_FOLDER}/${scope}.rescued.jsonl`;
  sides.folder.write(name, formatPatternFile(fetched), read && hashOf(read.bytes), rescue);
  for (const [hash] of team) recordSyncState({ sides, name }, hash, hash);
  report.fetched += count;
}

interface Place {
  readonly sides: Sides;
  readonly name: string;
}

const recordSyncState = ({ sides: { state }, name }: Place, local: string, there: string): void => {
  if (state.common(`${name}#${local}`)?.hash !== there)
    state.settle(`${name}#${local}`, { version: 1, hash: there, local });
};

interface Sending extends Place {
  readonly options: PatternOptions;
  readonly scope: PatternScope;
  readonly report: PatternsReport;
}

/**
 * Sends the patterns of the file. If a pattern was in sync and is now missing on the server, it was forgotten there and
 * is not sent again.
 */
async function sendPattern(place: Sending, file: PatternFile, team: Map<string, LearnedPattern>): Promise<void> {
  for (const { pattern } of file.lines) {
    if (!pattern || place.options.signal.aborted) continue;
    const hash = hashOfKey(pattern);
    const common = place.sides.state.common(`${place.name}#${hash}`);
    const there = team.get(common?.hash ?? hash);
    if (there ? hasAll(there, pattern) : common !== undefined) continue;
    const saved = await savePattern(place, pattern).catch((error: unknown) => {
      if (!isForgotten(error)) throw error;
      place.report.forgotten += 1;
    });
    if (!saved) continue;
    team.set(hashOfKey(saved), saved);
    recordSyncState(place, hash, hashOfKey(saved));
    place.report.sent += 1;
  }
}

const hasAll = (there: LearnedPattern, { confidence, tags = [] }: Pattern): boolean =>
  there.confidence >= confidence && tags.every((tag) => there.tags?.includes(tag));

/** Saves a pattern. The id and time in the file are sent along if they have the form that the server accepts. */
async function savePattern(
  { sides: { client }, options, scope }: Sending,
  { id, timestamp, pattern, category, confidence, tags }: Pattern,
): Promise<LearnedPattern> {
  const body = {
    ...{ pattern, category, confidence, scope, project: options.project },
    ...(tags && { tags: [...tags] }),
    ...(/^[\w.-]{1,80}$/.test(id) && { id }),
    ...(Date.parse(timestamp) >= TIME_MIN_MS && { timestamp: new Date(timestamp).toISOString() }),
  };
  const { answer } = await withRetries(
    () => client.call('savePattern', { query: overwriteQuery(options.overwrite), body }),
    {
      patienceMs: SEND_TIMEOUT_MS,
      signal: options.signal,
    },
  );
  return answer.saved;
}

/**
 * Updates the file with the server's patterns: new patterns are appended, and known patterns get the higher confidence.
 * Lines that the user removed stay removed.
 */
function takeTeamPatterns(place: Place, file: PatternFile, team: ReadonlyMap<string, LearnedPattern>) {
  const own = new Set(file.lines.flatMap(({ pattern }) => (pattern ? [hashOfKey(pattern)] : [])));
  const masked = new Set([...own].flatMap((hash) => place.sides.state.common(`${place.name}#${hash}`)?.hash ?? []));
  let count = 0;
  let fetched = file;
  for (const [hash, pattern] of team) {
    const isKnown = place.sides.state.common(`${place.name}#${hash}`) !== undefined;
    if (!own.has(hash) && (isKnown || masked.has(hash))) continue;
    const next = mergePattern(fetched, pattern);
    if (next !== fetched) count += 1;
    fetched = next;
  }
  return { file: fetched, count };
}

async function listPatterns(client: CairnClient, { project, signal }: PatternOptions, scope: PatternScope) {
  const found: LearnedPattern[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { scope, project, cursor };
    const { answer } = await withRetries(() => client.call('listPatterns', { query, signal }), {
      patienceMs: SEND_TIMEOUT_MS,
      signal,
    });
    found.push(...answer.patterns);
    if (answer.nextCursor === null) return found;
    cursor = answer.nextCursor;
  }
}
