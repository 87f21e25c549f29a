import { Embedders, type Embedder } from '@cairn/ports';

/** For tests: a single model, with no next one. */
export class OneModel extends Embedders {
  readonly isOff = false;
  /** The scale of the model, until a test sets another. */
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
