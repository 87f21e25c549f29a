import { basename } from 'node:path';
import { watch } from 'chokidar';

export interface FolderWatch {
  /** Resolves after a change since the last call, as soon as no change occurs for the quiet time. */
  changed(): Promise<'folder'>;
  close(): Promise<void>;
}

/** Maximum time to wait for the changes to pause, as a multiple of the quiet time. */
const QUIET_PERIODS_MAX = 10;

/**
 * Watches folders instead of files, so that the number of watches grows only with the number of folders. Links are not
 * followed.
 */
export function watchFolder(root: string, quietMs: number): FolderWatch {
  let timer: NodeJS.Timeout | undefined;
  let firstAt = 0;
  let isChanged = false;
  let tell: (() => void) | undefined;
  const onQuiet = () => {
    timer = undefined;
    isChanged = true;
    tell?.();
  };
  const onChange = () => {
    if (timer === undefined) firstAt = Date.now();
    else clearTimeout(timer);
    timer = setTimeout(onQuiet, Date.now() - firstAt > QUIET_PERIODS_MAX * quietMs ? 0 : quietMs);
  };
  const watcher = watch(root, {
    followSymlinks: false,
    ignoreInitial: true,
    ignored: (path, stats) => stats?.isFile() === true || (path !== root && isHidden(path)),
  });
  watcher.on('raw', (_event, path) => {
    if (typeof path !== 'string' || !isHidden(path)) onChange();
  });
  watcher.on('all', onChange);
  watcher.on('error', () => undefined);
  return {
    changed: async () => {
      if (!isChanged) await new Promise<void>((resolve) => (tell = resolve));
      isChanged = false;
      return 'folder';
    },
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

const isHidden = (path: string) => /^\.|^node_modules$/.test(basename(path));
