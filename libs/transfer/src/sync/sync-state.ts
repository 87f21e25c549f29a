import { closeSync, writeSync } from 'node:fs';
import { z } from 'zod';
import type { CommonVersion } from './plan.ts';
import { hashOf, type FileMark, type SafeFolder } from './safe-folder.ts';
import { STATE_FOLDER } from './sync-scope.ts';

const Mark = z.object({ size: z.number(), mtimeMs: z.number(), ino: z.number(), seenAt: z.number() });
const Line = z.object({
  path: z.string(),
  common: z.object({ version: z.number(), hash: z.string(), local: z.string() }).nullish(),
  mark: Mark.optional(),
  /** Hash of a text that is about to be sent. If the text arrives, this becomes the common hash. */
  sent: z.string().optional(),
  /** Last reported conflict of the path, so that the same conflict is not reported again. */
  reported: z.object({ version: z.number(), local: z.string() }).optional(),
});
type Line = z.infer<typeof Line>;
type Mark = z.infer<typeof Mark>;
const Head = z.object({ workspaceId: z.string() });

/** Resolution of file times in ms: a file may change twice within this time and keep the same time. */
const FILE_TIME_RESOLUTION_MS = 2_000;

/**
 * Stores for each path the state in which folder and workspace last agreed. Each change is a line, and the last line of
 * a path counts. Lost or incomplete lines are detected by comparing texts, so no write waits for the disk.
 */
export class SyncState {
  private readonly lines = new Map<string, Line>();
  private readonly fd: number;
  /** Id of the workspace of the last sync; undefined before the first sync. */
  workspaceId: string | undefined;

  constructor(folder: SafeFolder, workspace: string) {
    const path = `${STATE_FOLDER}/${hashOf(Buffer.from(workspace)).slice(0, 12)}.jsonl`;
    const stored = folder.read(path);
    const texts = stored?.bytes.toString('utf8').split('\n') ?? [];
    for (const text of texts) {
      const line = parseOrUndefined(Line, text);
      if (line) this.lines.set(line.path, line);
      else this.workspaceId = parseOrUndefined(Head, text)?.workspaceId ?? this.workspaceId;
    }
    const isLong = texts.length > 1_000 && texts.length > 2 * this.lines.size;
    if (stored && isLong) folder.write(path, this.whole(), hashOf(stored.bytes), path);
    if (!folder.mark(`${STATE_FOLDER}/.gitignore`))
      folder.write(`${STATE_FOLDER}/.gitignore`, Buffer.from('*\n'), undefined, '.gitignore');
    this.fd = folder.openForAppend(path);
    // Ends a last line that is incomplete because the process was killed.
    if (stored) this.append('\n');
  }

  close(): void {
    closeSync(this.fd);
  }

  belongTo(workspaceId: string): void {
    this.workspaceId = workspaceId;
    this.append(`${JSON.stringify({ workspaceId })}\n`);
  }

  paths(): Iterable<string> {
    return [...this.lines].flatMap(([path, { common }]) => (common ? [path] : []));
  }

  common(path: string): CommonVersion | undefined {
    return this.lines.get(path)?.common ?? undefined;
  }

  sent(path: string): string | undefined {
    return this.lines.get(path)?.sent;
  }

  isReported(path: string, version: number, local: string): boolean {
    const reported = this.lines.get(path)?.reported;
    return reported?.version === version && reported.local === local;
  }

  /** Returns the hash of a file that has not changed since it was read; undefined if the file must be read. */
  hashOf(path: string, mark: FileMark): string | undefined {
    const line = this.lines.get(path);
    if (!line?.common || !line.mark) return undefined;
    const isSame = line.mark.size === mark.size && line.mark.mtimeMs === mark.mtimeMs && line.mark.ino === mark.ino;
    return isSame && mark.mtimeMs < line.mark.seenAt - FILE_TIME_RESOLUTION_MS ? line.common.local : undefined;
  }

  settle(path: string, common: CommonVersion, mark?: FileMark): void {
    this.keep({ path, common, ...(mark && { mark: { ...mark, seenAt: Date.now() } }) });
  }

  drop(path: string): void {
    if (this.lines.has(path)) this.keep({ path });
  }

  intend(path: string, hash: string): void {
    this.keep({ path, ...this.lines.get(path), sent: hash });
  }

  markReported(path: string, version: number, local: string): void {
    this.keep({ path, ...this.lines.get(path), reported: { version, local } });
  }

  private keep(line: Line): void {
    this.lines.set(line.path, line);
    this.append(`${JSON.stringify(line)}\n`);
  }

  private append(text: string): void {
    writeSync(this.fd, text);
  }

  private whole(): Buffer {
    const lines = [...this.lines.values()].filter(({ common, sent, reported }) => common ?? sent ?? reported);
    const texts = [{ workspaceId: this.workspaceId }, ...lines].map((line) => JSON.stringify(line));
    return Buffer.from(`${texts.join('\n')}\n`);
  }
}

function parseOrUndefined<Value>(schema: z.ZodType<Value>, text: string): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
