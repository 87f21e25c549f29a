import { Embedders, type Embedder } from '@cairn/ports';

/** For tests: no other model is named, nor coming. */
export class OneModel extends Embedders {
  readonly isOff = false;
  /** The model's own, until a test has measured another. */
  scale: Embedder['scale'];
  private readonly model: Embedder;

  constructor(model: Embedder) {
    super();
    this.model = model;
    this.scale = model.scale;
  }

  live = async () => this.model;
  of = async () => this.model;
  scaleOf = async () => this.scale;
  next = async () => this.model;
}
