import type { AppProcess } from '../../tools/cluster/five.ts';

/** Recall replicas behind one address in rotation, like a Kubernetes service. */
export class Replicas {
  readonly asked: number[];
  private readonly apps: readonly AppProcess[];
  private readonly away = new Set<AppProcess>();
  private turn = 0;

  constructor(apps: readonly AppProcess[]) {
    this.apps = apps;
    this.asked = apps.map(() => 0);
  }

  next(): string {
    do this.turn = (this.turn + 1) % this.apps.length;
    while (this.away.has(this.apps[this.turn]!));
    this.asked[this.turn]!++;
    return this.apps[this.turn]!.url;
  }

  async kill(place: number): Promise<void> {
    this.away.add(this.apps[place]!);
    await this.apps[place]!.kill();
  }

  async restart(place: number): Promise<void> {
    await this.apps[place]!.start();
    this.away.delete(this.apps[place]!);
  }
}
