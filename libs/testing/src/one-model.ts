import { Embedders, type Embedder } from '@cairn/ports';

/** For tests: no other model is named, nor coming. */
export class OneModel extends Embedders {
  readonly isOff = false;
  private readonly model: Embedder;

  constructor(model: Embedder) {
    super();
    this.model = model;
  }

  live = async () => this.model;
  of = async () => this.model;
  next = async () => this.model;
}
