import { encodeModel, type ElementType, type GraphNode, type Tensor } from './onnx-protobuf.ts';
import { dequantiseTensor, type QuantisedTensor, type Weights } from './tfjs-weights.ts';

/**
 * Number format of matrix products: `int8s` with signed 8-bit weights (the fast kernel on processors with VNNI),
 * `int8u` with unsigned 8-bit weights as in the package, `fp32` with floats. `int8s` and `int8u` give equal numbers on
 * sound hardware.
 */
export type NumericForm = 'int8s' | 'int8u' | 'fp32';

export const MINILM = { dims: 384, maxTokens: 256 } as const;

const ATTENTION_HEADS = 12;
const TRANSFORMER_LAYERS = 6;
const NORMALISATION_EPSILON = 1e-12;
const STANDARD_OPERATORS = { domain: '', version: 17 };
const CONTRIBUTED_OPERATORS = { domain: 'com.microsoft', version: 1 };
const BERT_PREFIX = 'StatefulPartitionedCall/model/tf_bert_model/bert/';

/**
 * Builds the model as ONNX. The model maps token ids [1, tokens] to token embeddings [1, tokens, 384]. A run takes one
 * text, so there is neither padding nor a mask. The caller pools the embeddings.
 */
export function buildMiniLm(weights: Weights, form: NumericForm): Buffer {
  const graph = new MiniLmGraph(weights, form);
  let hidden = addEmbeddingNodes(graph);
  for (let layer = 0; layer < TRANSFORMER_LAYERS; layer++)
    hidden = transformerLayer(graph, hidden, `${BERT_PREFIX}encoder/layer_._${layer}/`);
  return graph.encode(hidden);
}

/** Adds word, position and segment embeddings, and normalises the sum. */
function addEmbeddingNodes(graph: MiniLmGraph): string {
  const length = graph.node('Gather', [graph.node('Shape', ['input_ids']), graph.int64('one', 1)], {
    integers: { axis: 0 },
  });
  const positions = graph.floats('positions', positionTable(graph), [MINILM.maxTokens, MINILM.dims]);
  const places = graph.node('Slice', [positions, graph.int64('zero', 0), length, 'zero']);
  const sum = graph.node('Add', [graph.wordVectors('unknown'), places]);
  return graph.node('LayerNormalization', [sum, ...graph.norm(`${BERT_PREFIX}embeddings`)], {
    integers: { axis: -1 },
    floats: { epsilon: NORMALISATION_EPSILON },
  });
}

/** Returns the position table, to which the vector of segment 0 is added, since every token belongs to segment 0. */
function positionTable(graph: MiniLmGraph): Float32Array {
  const positions = dequantiseTensor(graph.weight('unknown_0'), MINILM.maxTokens * MINILM.dims);
  const segment = dequantiseTensor(graph.weight('unknown_1'), MINILM.dims);
  return positions.map((value, at) => value + segment[at % MINILM.dims]!);
}

/** Adds self-attention and feed-forward layers. The output of each of them is added to its input and normalised. */
function transformerLayer(graph: MiniLmGraph, input: string, layer: string): string {
  const parts = ['query', 'key', 'value'].map((part) => graph.linear(input, `${layer}attention/self/${part}`));
  const attended = graph.node('MultiHeadAttention', parts, {
    domain: CONTRIBUTED_OPERATORS.domain,
    integers: { num_heads: ATTENTION_HEADS },
  });
  const noticed = addAndNormalise(graph, attended, input, `${layer}attention/output`);
  const inner = `${layer}intermediate/dense`;
  const expanded = graph.node('BiasGelu', [graph.product(noticed, inner), graph.bias(inner)], CONTRIBUTED_OPERATORS);
  return addAndNormalise(graph, expanded, noticed, `${layer}output`);
}

function addAndNormalise(graph: MiniLmGraph, input: string, residual: string, block: string): string {
  const dense = `${block}/dense`;
  const inputs = [graph.product(input, dense), residual, ...graph.norm(block), graph.bias(dense)];
  return graph.node('SkipLayerNormalization', inputs, {
    domain: CONTRIBUTED_OPERATORS.domain,
    floats: { epsilon: NORMALISATION_EPSILON },
  });
}

type NodeOptions = Partial<Pick<GraphNode, 'domain' | 'integers' | 'floats'>>;

/** Collects the graph's nodes and tensors. Every method returns the name of the value that it added. */
class MiniLmGraph {
  readonly #weights: Weights;
  readonly #form: NumericForm;
  readonly #nodes: GraphNode[] = [];
  readonly #tensors: Tensor[] = [];

  constructor(weights: Weights, form: NumericForm) {
    this.#weights = weights;
    this.#form = form;
  }

  weight(name: string): QuantisedTensor {
    const found = this.#weights.get(name) ?? this.#weights.get(`StatefulPartitionedCall/model/${name}`);
    if (!found) throw new Error(`The bundled model lacks the weight ${name}.`);
    return found;
  }

  node(
    operator: string,
    inputs: readonly string[],
    { domain = '', integers = {}, floats = {} }: NodeOptions = {},
  ): string {
    const output = `value${this.#nodes.length}`;
    this.#nodes.push({ operator, domain, inputs, output, integers, floats });
    return output;
  }

  int64(name: string, value: number): string {
    return this.#tensor(name, 'int64', [1], new Uint8Array(BigInt64Array.of(BigInt(value)).buffer));
  }

  floats(name: string, values: Float32Array, shape: readonly number[] = [values.length]): string {
    return this.#tensor(name, 'float', shape, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }

  /** Adds gain and shift of a layer normalisation. */
  norm(block: string): [string, string] {
    const batchnorm = `${block}/LayerNorm/batchnorm/`;
    return [this.#weightAsFloats(`${batchnorm}mul/ReadVariableOp`), this.#weightAsFloats(`${batchnorm}ReadVariableOp`)];
  }

  bias(dense: string): string {
    return this.#weightAsFloats(`${dense}/BiasAdd/ReadVariableOp`);
  }

  linear(input: string, dense: string): string {
    return this.node('Add', [this.product(input, dense), this.bias(dense)]);
  }

  product(input: string, dense: string): string {
    const name = `${dense}/Tensordot/ReadVariableOp`;
    if (this.#form === 'fp32') return this.node('MatMul', [input, this.#weightAsFloats(name)]);
    return this.node(
      'DynamicQuantizeMatMul',
      [input, ...this.#quantisedMatrix(name, this.#form)],
      CONTRIBUTED_OPERATORS,
    );
  }

  /**
   * Adds the rows of the word table for the input ids. The table stays in bytes; only the rows in use are converted to floats.
   */
  wordVectors(name: string): string {
    const table = this.weight(name);
    const bytes = this.#tensor('words', 'uint8', table.shape, table.quantised);
    const rows = this.node('Gather', [bytes, 'input_ids'], { integers: { axis: 0 } });
    const scale = this.floats('words/scale', Float32Array.of(table.scale), []);
    const zeroPoint = this.#tensor('words/zero', 'uint8', [], Uint8Array.of(table.zeroPoint));
    return this.node('DequantizeLinear', [rows, scale, zeroPoint]);
  }

  encode(output: string): Buffer {
    this.#nodes.push({ operator: 'Identity', domain: '', inputs: [output], output: 'token_embeddings' });
    const inputs = [{ name: 'input_ids', type: 'int64', shape: [1, 'tokens'] }] as const;
    const outputs = [{ name: 'token_embeddings', type: 'float', shape: [1, 'tokens', MINILM.dims] }] as const;
    const graph = { name: 'all-MiniLM-L6-v2', nodes: this.#nodes, tensors: this.#tensors, inputs, outputs };
    return encodeModel(graph, [STANDARD_OPERATORS, CONTRIBUTED_OPERATORS]);
  }

  /**
   * Adds a matrix, its scale and its zero point. Flipping the top bit of the bytes and of the zero point converts
   * unsigned numbers to signed numbers with the same meaning.
   */
  #quantisedMatrix(name: string, form: 'int8s' | 'int8u'): [string, string, string] {
    const { shape, quantised, scale, zeroPoint } = this.weight(name);
    const type = form === 'int8s' ? 'int8' : 'uint8';
    const flip = form === 'int8s' ? 0x80 : 0;
    return [
      this.#tensor(name, type, shape, flip ? quantised.map((value) => value ^ flip) : quantised),
      this.floats(`${name}/scale`, Float32Array.of(scale)),
      this.#tensor(`${name}/zero`, type, [1], Uint8Array.of(zeroPoint ^ flip)),
    ];
  }

  #weightAsFloats(name: string): string {
    const weight = this.weight(name);
    return this.floats(name, dequantiseTensor(weight), weight.shape);
  }

  #tensor(name: string, type: ElementType, shape: readonly number[], bytes: Uint8Array): string {
    this.#tensors.push({ name, type, shape, bytes });
    return name;
  }
}
