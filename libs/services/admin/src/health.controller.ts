import { existsSync, promises as disk } from 'node:fs';
import { join } from 'node:path';
import { Controller, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BACKUP_STATE_FILE, BackupState, type RouteOutput } from '@cairn/contracts';
import { joinSlots, PeriodicTasks, RequestSamples, SampleSharing, Serves, totalOf } from '@cairn/platform';
import { Outbox } from '@cairn/ports';
import { z } from 'zod';

const SAMPLE_MS = 60_000;
const LastBackup = z.object({ at: z.number() });

/** The data folder of an embedded store; a store on Postgres has none. */
export class DataFolder {
  constructor(private readonly path: string | undefined) {}

  private get folder(): string | undefined {
    return this.path !== undefined && existsSync(join(this.path, 'cairn.db')) ? this.path : undefined;
  }

  /** Sizes of the folder and of its disk, in bytes. */
  async sizes(): Promise<RouteOutput<'health'>['disk']> {
    const { folder } = this;
    if (folder === undefined) return null;
    const { bavail, blocks, bsize } = await disk.statfs(folder);
    const entries = await disk.readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    // A file may be gone by now.
    const sizes = await Promise.all(
      files.map((file) =>
        disk.stat(file).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    const dataBytes = sizes.reduce((sum, size) => sum + size, 0);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, dataBytes };
  }

  /** Time of the last `cairn backup`; null if none is known. */
  async backupAt(): Promise<number | null> {
    return LastBackup.safeParse(await this.read('last-backup.json')).data?.at ?? null;
  }

  /** State of the scheduled backups; null if there is no schedule. */
  async backups(): Promise<BackupState | null> {
    return BackupState.safeParse(await this.read(BACKUP_STATE_FILE)).data ?? null;
  }

  private async read(name: string): Promise<unknown> {
    if (this.folder === undefined) return undefined;
    return jsonOf(await disk.readFile(join(this.folder, name), 'utf8').catch(() => 'null'));
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Shows the work of the last 24 hours by all processes, and the disk of this one. Notes each minute how many deliveries wait. */
@Controller()
export class HealthController implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly tasks = new PeriodicTasks(new Logger(HealthController.name));

  constructor(
    private readonly samples: RequestSamples,
    private readonly sharing: SampleSharing,
    private readonly outbox: Outbox,
    private readonly folder: DataFolder,
  ) {}

  onApplicationBootstrap(): void {
    const run = async () => this.samples.noteWaiting((await this.outbox.depth()).waiting);
    this.tasks.begin({ task: 'a sample of the queues', everyMs: SAMPLE_MS, runsLate: true, run });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tasks.end();
  }

  @Serves('health')
  async health(): Promise<RouteOutput<'health'>> {
    const { folder } = this;
    const [all, sizes, backupAt, backups] = await Promise.all([
      this.sharing.read(),
      folder.sizes(),
      folder.backupAt(),
      folder.backups(),
    ]);
    const slots = joinSlots(all.flatMap((one) => one.slots));
    const processes = all.map(({ slots: its, ...one }) => ({ ...one, ...totalOf(its) }));
    const { process, since } = processes[0]!;
    return { process, since, slots, processes, disk: sizes, backups, backupAt };
  }
}
