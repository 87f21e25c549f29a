import { Readiness, withTimeout, type PartState } from '@cairn/ports';

type Health = Omit<PartState, 'name'>;

/** A server that this process uses. */
export interface ReadinessPart {
  readonly name: string;
  /** Whether the process is useless without this server. Without another server it answers less well, or later. */
  readonly isNeeded: boolean;
  health(): Promise<Health>;
}

/** Timeouts of probes in ms. `other` is shorter, since an optional server may not delay the answer about needed ones. */
const PROBE_TIMEOUTS_MS = { needed: 2_000, other: 800 };

/**
 * Probes the servers that this process uses. The process is unready only if a needed server fails; `/readyz` also reports
 * the others.
 */
export class ClusterReadiness extends Readiness {
  private readonly uses: readonly ReadinessPart[];

  constructor(uses: readonly ReadinessPart[]) {
    super();
    this.uses = uses;
  }

  parts() {
    return Promise.all(this.uses.map((part) => stateOf(part)));
  }
}

async function stateOf(part: ReadinessPart): Promise<PartState> {
  const { ready, problem = 'not ready', note } = await answerOf(part);
  if (ready) return { name: part.name, ready, note };
  return part.isNeeded
    ? { name: part.name, ready, problem }
    : { name: part.name, ready: true, problem: `degraded: ${problem}` };
}

/** Probes one server. Answers within the timeout, whatever the server does. */
function answerOf(part: ReadinessPart): Promise<Health> {
  const unready = (problem: string): Health => ({ ready: false, problem });
  const failed = (error: unknown) => unready(error instanceof Error ? error.message : String(error));
  const ms = part.isNeeded ? PROBE_TIMEOUTS_MS.needed : PROBE_TIMEOUTS_MS.other;
  return withTimeout(ms, part.health().catch(failed), () => unready(`no answer in ${ms} ms`));
}
