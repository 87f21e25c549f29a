import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface TreeUse {
  /** Resident memory of all processes; pages that they share count for each. */
  readonly residentMb: number;
  /** Processor time of all their threads, user and system. */
  readonly cpuMs: number;
}

interface Process extends TreeUse {
  readonly pid: number;
  readonly parent: number;
}

/** Hundredths of a second, in which Linux tells programs their processor time. */
const TICK_MS = 10;
const PAGE_MB = 4096 / 1024 / 1024;

/** Use of a process and of all that it started, from Linux; undefined elsewhere and after its end. */
export function useOfTree(pid: number): TreeUse | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(processOf);
  const root = all.find((one) => one.pid === pid);
  if (!root) return undefined;

  const tree = [root];
  for (const { pid: parent } of tree) tree.push(...all.filter((one) => one.parent === parent));
  const sum = (of: keyof TreeUse) => tree.reduce((total, one) => total + one[of], 0);
  return { residentMb: sum('residentMb'), cpuMs: sum('cpuMs') };
}

/** Reads a process; it may have ended meanwhile. */
function processOf(name: string): Process[] {
  try {
    // The name of a program, in brackets, may contain spaces.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, pages = 0] = [fields[1], fields[11], fields[12], fields[21]];
    return [{ pid: Number(name), parent, cpuMs: (user + system) * TICK_MS, residentMb: pages * PAGE_MB }];
  } catch {
    return [];
  }
}

/** Resident memory of a process now (`VmRSS`) or at its peak (`VmHWM`), from Linux; undefined elsewhere and after its end. */
export function residentMb(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number | undefined {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return undefined;
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(path, 'utf8')) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}
