import type { SqliteThreads } from '@cairn/adapter-embedded';
import { Readiness, type Embedders } from '@cairn/ports';

/** The embedded backend can work when its file can. A model that is away degrades recall, which `/readyz` shows without failing. */
export class EmbeddedReadiness extends Readiness {
  private readonly threads: SqliteThreads;
  private readonly embedders: Embedders;

  constructor(threads: SqliteThreads, embedders: Embedders) {
    super();
    this.threads = threads;
    this.embedders = embedders;
  }

  async parts() {
    const { failure } = this.threads;
    const model = await (await this.embedders.live()).health();
    return [
      { name: 'truth', ready: failure === undefined, problem: failure },
      {
        name: 'embedder',
        ready: true,
        problem: model.ready ? undefined : `degraded: ${model.problem ?? 'not ready'}`,
        note: model.note,
      },
    ];
  }
}
