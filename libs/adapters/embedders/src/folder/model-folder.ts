import { createHash, type Hash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { CairnError, describeIssues } from '@cairn/contracts';
import { z } from 'zod';
import { poolings, type Pooling } from './pooling.ts';

/** Description of a model, as the files of its folder give it. */
export interface ModelFolder {
  readonly model: string;
  readonly tokenizer: object;
  readonly tokenizerConfig: object;
  /** Name of the model in the folder's own files; it becomes part of the model's id. */
  readonly name: string;
  /** Hash of the weights and the tokenizer. */
  readonly sha256: string;
  readonly dims: number;
  readonly maxTokens: number;
  readonly pooling: Pooling;
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  readonly modulesBehind: readonly string[];
}

const MODEL_PATHS = ['model.onnx', 'onnx/model.onnx'];
const TOKENS_MAX_DEFAULT = 512;
/**
 * Model families that number positions from the padding token on, so that two positions are not available for tokens.
 */
const FAMILIES_COUNTING_FROM_PADDING = /^(xlm-roberta|roberta|camembert|mpnet)$/;

const size = z.number().int().min(1);
const Config = z.looseObject({
  _name_or_path: z.string().optional(),
  model_type: z.string().optional(),
  hidden_size: size.optional(),
  dim: size.optional(),
  d_model: size.optional(),
  max_position_embeddings: size.optional(),
});
const Lengths = z.looseObject({ max_seq_length: size.nullish(), model_max_length: z.number().positive().nullish() });
const Prompts = z.looseObject({
  prompts: z
    .looseObject({ query: z.string().optional(), document: z.string().optional(), passage: z.string().optional() })
    .optional(),
});
const Modules = z.array(z.looseObject({ type: z.string(), path: z.string() }));
const PoolingConfig = z.looseObject({ include_prompt: z.boolean().optional() });
const Dense = z.looseObject({ out_features: size });

/**
 * Reads a folder in the layout of sentence-transformers: config.json, tokenizer.json, model.onnx or onnx/model.onnx, and optionally
 * modules.json, 1_Pooling/config.json, sentence_bert_config.json, tokenizer_config.json and config_sentence_transformers.json. Throws
 * `config/invalid`, which names the missing or unusable file.
 */
export function readModelFolder(dir: string): ModelFolder {
  const folder = new Folder(dir);
  const model = MODEL_PATHS.map((path) => join(dir, path)).find(existsSync);
  const missing = [
    ...['config.json', 'tokenizer.json'].filter((file) => !folder.has(file)),
    ...(model ? [] : [MODEL_PATHS.join(' or ')]),
  ];
  if (!existsSync(dir)) throw folder.refusal('it does not exist');
  if (!model || missing.length > 0) throw folder.refusal(`it lacks ${missing.join(' and ')}`);
  const config = folder.read('config.json', Config);
  const modules = folder.readIfThere('modules.json', Modules) ?? [];
  const prompts = folder.readIfThere('config_sentence_transformers.json', Prompts)?.prompts;
  return {
    model,
    tokenizer: folder.read('tokenizer.json', z.looseObject({})),
    tokenizerConfig: folder.readIfThere('tokenizer_config.json', z.looseObject({})) ?? {},
    name: nameOf(config),
    sha256: sha256Of([model, `${model}_data`, join(dir, 'tokenizer.json')].filter(existsSync)),
    dims: dimsOf(folder, config, modules),
    maxTokens: maxTokensOf(folder, config),
    pooling: poolingOf(folder, modules),
    queryPrefix: prompts?.query ?? '',
    documentPrefix: prompts?.document ?? prompts?.passage ?? '',
    modulesBehind: modules
      .map(({ type }) => type.split('.').at(-1)!)
      .filter((type) => !/^(Transformer|Pooling|Normalize)$/.test(type)),
  };
}

type Modules = z.infer<typeof Modules>;

const nameOf = ({ _name_or_path: path = '', model_type: type = 'onnx' }: z.infer<typeof Config>): string =>
  /([\w.-]+)\/?$/.exec(path)?.[1] ?? type;

/** Returns the number of dimensions of the vectors. A layer after the pooling may change this number. */
function dimsOf(folder: Folder, config: z.infer<typeof Config>, modules: Modules): number {
  const dense = modules.findLast(({ type }) => type.endsWith('.Dense'));
  if (dense) return folder.read(join(dense.path, 'config.json'), Dense).out_features;
  const dims = config.hidden_size ?? config.dim ?? config.d_model;
  if (dims === undefined) throw folder.refusal('its config.json has no hidden_size');
  return dims;
}

/** Returns the lowest of the token limits in the files. */
function maxTokensOf(
  folder: Folder,
  { model_type: type = '', max_position_embeddings: places }: z.infer<typeof Config>,
) {
  const own = folder.readIfThere('sentence_bert_config.json', Lengths)?.max_seq_length;
  const tokenizer = folder.readIfThere('tokenizer_config.json', Lengths)?.model_max_length;
  const usable = places && (FAMILIES_COUNTING_FROM_PADDING.test(type) ? places - 2 : places);
  const bounds = [own, tokenizer, usable].filter((bound) => typeof bound === 'number');
  return bounds.length === 0 ? TOKENS_MAX_DEFAULT : Math.min(...bounds);
}

/** Returns the pooling. If no file names a pooling, it is the mean, with which most sentence encoders are trained. */
function poolingOf(folder: Folder, modules: Modules): Pooling {
  const path = modules.find(({ type }) => type.endsWith('.Pooling'))?.path ?? '1_Pooling';
  const file = join(path, 'config.json');
  const config = folder.readIfThere(file, PoolingConfig);
  if (!config) return 'mean';
  const modes = Object.keys(config).filter((key) => key.startsWith('pooling_mode_') && config[key] === true);
  const pooling = poolings.find((name) => modes.length === 1 && poolingModes[name].includes(modes[0]!));
  if (pooling && config.include_prompt !== false) return pooling;
  const asked = config.include_prompt === false ? 'include_prompt false' : modes.join(' and ') || 'no pooling';
  throw folder.refusal(`its ${file} asks for ${asked}; known is one of ${poolings.join(', ')}, over the prompt too`);
}

/**
 * Maps a pooling to the names of its modes in the files. A mean divided by the square root of the length has the same
 * direction as the mean, and only the direction of a vector counts.
 */
const poolingModes: Readonly<Record<Pooling, readonly string[]>> = {
  mean: ['pooling_mode_mean_tokens', 'pooling_mode_mean_sqrt_len_tokens'],
  cls: ['pooling_mode_cls_token'],
  lasttoken: ['pooling_mode_lasttoken'],
  max: ['pooling_mode_max_tokens'],
};

/** Reads and validates the JSON files of a folder. */
class Folder {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  has(file: string): boolean {
    return existsSync(join(this.#dir, file));
  }

  read<Value>(file: string, schema: z.ZodType<Value>): Value {
    try {
      return schema.parse(JSON.parse(readFileSync(join(this.#dir, file), 'utf8')));
    } catch (error) {
      throw this.refusal(`its ${file} cannot be read: ${problemOf(error)}`);
    }
  }

  readIfThere<Value>(file: string, schema: z.ZodType<Value>): Value | undefined {
    return this.has(file) ? this.read(file, schema) : undefined;
  }

  refusal(why: string): CairnError {
    return new CairnError('config/invalid', `The model folder ${this.#dir} cannot be used: ${why}.`);
  }
}

const problemOf = (error: unknown): string =>
  error instanceof z.ZodError ? describeIssues(error.issues, 'it') : String(error);

const BUFFER_BYTES = 1 << 20;

/** Hashes files piece by piece, since weights can be larger than the largest buffer. */
function sha256Of(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) addTo(hash, path);
  return hash.digest('hex');
}

function addTo(hash: Hash, path: string): void {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(BUFFER_BYTES);
  try {
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
      hash.update(buffer.subarray(0, read));
  } finally {
    closeSync(file);
  }
}
