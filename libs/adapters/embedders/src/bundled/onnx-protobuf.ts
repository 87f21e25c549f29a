/**
 * Writes ONNX models with the few protobuf messages of onnx.proto that an inference graph needs. A message is a list of
 * byte arrays. The list is joined once at the end, so that megabytes of weights are not copied at each level.
 */
type Encoded = readonly Uint8Array[];

/** Element types of TensorProto. */
const elementType = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7 } as const;
export type ElementType = keyof typeof elementType;

export interface Tensor {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly number[];
  /** Values of the tensor as little-endian bytes. */
  readonly bytes: Uint8Array;
}

export interface GraphNode {
  readonly operator: string;
  readonly domain: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly integers?: Readonly<Record<string, number>>;
  readonly floats?: Readonly<Record<string, number>>;
}

/** Input or output of the graph. A dimension that is given by a name is variable. */
interface GraphValue {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly (number | string)[];
}

export interface Graph {
  readonly name: string;
  readonly nodes: readonly GraphNode[];
  readonly tensors: readonly Tensor[];
  readonly inputs: readonly GraphValue[];
  readonly outputs: readonly GraphValue[];
}

export interface OperatorSet {
  readonly domain: string;
  readonly version: number;
}

const IR_VERSION = 8;
const ATTRIBUTE_FLOAT = 1;
const ATTRIBUTE_INT = 2;

/** Encodes a ModelProto. */
export function encodeModel(graph: Graph, operatorSets: readonly OperatorSet[]): Buffer {
  return Buffer.concat([
    ...encodeInteger(1, IR_VERSION),
    ...encodeText(2, 'cairn'),
    ...encodeMessage(7, encodeGraph(graph)),
    ...operatorSets.flatMap(({ domain, version }) =>
      encodeMessage(8, [...encodeText(1, domain), ...encodeInteger(2, version)]),
    ),
  ]);
}

function encodeGraph(graph: Graph): Encoded {
  return [
    ...graph.nodes.flatMap((node) => encodeMessage(1, encodeNode(node))),
    ...encodeText(2, graph.name),
    ...graph.tensors.flatMap((tensor) => encodeMessage(5, encodeTensor(tensor))),
    ...graph.inputs.flatMap((value) => encodeMessage(11, encodeValue(value))),
    ...graph.outputs.flatMap((value) => encodeMessage(12, encodeValue(value))),
  ];
}

function encodeNode(node: GraphNode): Encoded {
  const integers = Object.entries(node.integers ?? {});
  const floats = Object.entries(node.floats ?? {});
  return [
    ...node.inputs.flatMap((input) => encodeText(1, input)),
    ...encodeText(2, node.output),
    ...encodeText(4, node.operator),
    ...integers.flatMap(([name, value]) =>
      encodeMessage(5, [...encodeText(1, name), ...encodeInteger(3, value), ...encodeInteger(20, ATTRIBUTE_INT)]),
    ),
    ...floats.flatMap(([name, value]) =>
      encodeMessage(5, [...encodeText(1, name), ...encodeFloat(2, value), ...encodeInteger(20, ATTRIBUTE_FLOAT)]),
    ),
    ...encodeText(7, node.domain),
  ];
}

function encodeTensor(tensor: Tensor): Encoded {
  return [
    ...tensor.shape.flatMap((size) => encodeInteger(1, size)),
    ...encodeInteger(2, elementType[tensor.type]),
    ...encodeText(8, tensor.name),
    ...encodeMessage(9, [tensor.bytes]),
  ];
}

function encodeValue(value: GraphValue): Encoded {
  const dimensions = value.shape.flatMap((size) =>
    encodeMessage(1, typeof size === 'number' ? encodeInteger(1, size) : encodeText(2, size)),
  );
  const tensorType = [...encodeInteger(1, elementType[value.type]), ...encodeMessage(2, dimensions)];
  return [...encodeText(1, value.name), ...encodeMessage(2, encodeMessage(1, tensorType))];
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;

const encodeTag = (field: number, wireType: number): Uint8Array => encodeVarint((field << 3) | wireType);

function encodeInteger(field: number, value: number): Encoded {
  return [encodeTag(field, VARINT), encodeVarint(value)];
}

function encodeFloat(field: number, value: number): Encoded {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return [encodeTag(field, FIXED_32), bytes];
}

function encodeText(field: number, value: string): Encoded {
  return encodeMessage(field, [Buffer.from(value, 'utf8')]);
}

function encodeMessage(field: number, content: Encoded): Encoded {
  const length = content.reduce((sum, run) => sum + run.length, 0);
  return [encodeTag(field, LENGTH_DELIMITED), encodeVarint(length), ...content];
}

/** Encodes a number in groups of seven bits, lowest first; a negative number as its 64-bit two's complement. */
function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Uint8Array.of(...bytes, Number(rest));
}
