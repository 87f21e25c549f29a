import { Readiness } from '@cairn/ports';

/** A server that this process uses. */
export interface ReadinessPart {
  readonly name: string;
  /** Without it, this process can do nothing. What lacks another part answers less well, or later. */
  readonly isNeeded: boolean;
  health(): Promise<{ readonly ready: boolean; readonly problem?: string | undefined }>;
}

const ANSWER_MS = 2_000;

/** Asks the servers that this process uses, and no others. Only a needed one that is away makes it unready; of the others `/readyz` tells. */
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

async function stateOf(part: ReadinessPart) {
  const { ready, problem } = await answerOf(part);
  if (ready) return { name: part.name, ready, problem };
  const why = problem ?? 'not ready';
  return part.isNeeded
    ? { name: part.name, ready, problem: why }
    : { name: part.name, ready: true, problem: `degraded: ${why}` };
}

/** A probe waits for a few seconds at most, whatever a server does. */
async function answerOf(part: ReadinessPart): Promise<{ ready: boolean; problem?: string | undefined }> {
  const { promise: silence, resolve } = Promise.withResolvers<{ ready: boolean; problem: string }>();
  const timer = setTimeout(() => resolve({ ready: false, problem: `no answer in ${ANSWER_MS} ms` }), ANSWER_MS);
  const failed = (error: unknown) => ({
    ready: false,
    problem: error instanceof Error ? error.message : String(error),
  });
  const answer = await Promise.race([part.health().catch(failed), silence]);
  clearTimeout(timer);
  return answer;
}
