import type { SqliteThreads } from '@cairn/adapter-embedded';
import { Readiness, type Embedders } from '@cairn/ports';

/**
 * The embedded backend is ready if it can write its file. A failing model makes recall worse, and `/readyz` reports that
 * without failing.
 */
export class EmbeddedReadiness extends Readiness {
  private readonly threads: SqliteThreads;
  private readonly embedders: Embedders;

  constructor(threads: SqliteThreads, embedders: Embedders) {
    super();
    this.threads = threads;
    this.embedders = embedders;
  }

  async parts() {
    const [trouble, embedder] = await Promise.all([this.threads.trouble(), this.embedder()]);
    return [{ name: 'truth', ready: trouble === undefined, problem: trouble }, embedder];
  }

  /** Reports a model that is switched off as healthy, since the operator chose that. */
  private async embedder() {
    const { ready, problem = 'not ready', note } = await (await this.embedders.live()).health();
    if (ready) return { name: 'embedder', ready, note };
    return this.embedders.isOff
      ? { name: 'embedder', ready: true, note: problem }
      : { name: 'embedder', ready: true, problem: `degraded: ${problem}` };
  }
}
