import { Tokenizer } from '@huggingface/tokenizers';
import { CairnError } from '@cairn/contracts';
import { LocalEmbedder, type EncodedText, type LocalEmbedderOptions } from '../local/local-embedder.ts';
import { pooledScaleOf, type CosineRange } from '../common/pooled-scale.ts';
import { preparationHash } from '../common/preparation.ts';
import type { FolderSource } from './folder-model.ts';
import { readModelFolder, type ModelFolder } from './model-folder.ts';

/** Settings of the model that are missing in the files of its folder. */
export interface FolderEmbedderOptions extends LocalEmbedderOptions, CosineRange {
  readonly dir: string;
  readonly queryPrefix?: string | undefined;
  readonly documentPrefix?: string | undefined;
  /** Maximum number of tokens per text; at most the limit in the folder's files. */
  readonly maxTokens?: number | undefined;
}

/** Number of characters per allowed token. Of a long text, at first only this many characters are tokenised. */
const FIRST_CUT_CHARS_PER_TOKEN = 32;
/** Number of tokens before the end of a cut text that the cut may have changed. No word has more tokens. */
const CUT_MARGIN_TOKENS = 100;

/**
 * Sentence encoder from a folder in the usual layout. It gives one vector per text, since it is unknown whether the
 * token vectors of the model are useful for late interaction.
 */
export class FolderEmbedder extends LocalEmbedder {
  readonly modelId: string;
  readonly dims: number;
  readonly maxTokens: number;
  readonly scale: LocalEmbedder['scale'];
  protected readonly label: string;
  readonly #tokenizer: Tokenizer;
  readonly #prefixes: { readonly query: string; readonly document: string };
  readonly #source: FolderSource;

  /** Reads the folder's files. Throws `config/invalid` with the fault. The model itself is loaded on first use. */
  constructor({ dir, ...options }: FolderEmbedderOptions) {
    super(options);
    const folder = readModelFolder(dir);
    const { model, dims, pooling, modulesBehind } = folder;
    this.label = `embedding model in ${dir}`;
    this.dims = dims;
    this.maxTokens = maxTokensOf(folder, dir, options.maxTokens);
    this.scale = pooledScaleOf(options);
    this.#prefixes = {
      query: options.queryPrefix || folder.queryPrefix,
      document: options.documentPrefix || folder.documentPrefix,
    };
    this.#tokenizer = tokenizerOf(folder, dir);
    this.#source = { kind: 'folder', model, pooling, dims, modulesBehind };
    this.modelId = `${folder.name}@${folder.sha256.slice(0, 8)}/${dims}/${pooling}/${preparationHash({ prefixes: this.#prefixes, maxTokens: this.maxTokens })}/v1`;
  }

  /** Counts the tokens of a document, including the special tokens and the prefix. */
  countTokens(text: string): number {
    return this.#idsOf(this.#prefixes.document + text).length;
  }

  tokenWeight(): number {
    return 1;
  }

  protected encode(text: string, kind: 'query' | 'document'): EncodedText {
    const whole = this.#prefixes[kind] + text;
    for (let cut = this.maxTokens * FIRST_CUT_CHARS_PER_TOKEN; cut < whole.length; cut *= 4) {
      const ids = this.#idsOf(whole.slice(0, cut));
      if (ids.length > this.maxTokens + CUT_MARGIN_TOKENS) return this.#fitted(ids);
    }
    return this.#fitted(this.#idsOf(whole));
  }

  protected source(): FolderSource {
    return this.#source;
  }

  /**
   * Cuts a text to the maximum number of tokens. If the tokenizer ends every text with a certain token, the cut text
   * ends with this token too.
   */
  #fitted(ids: readonly number[]): EncodedText {
    const truncated = ids.length > this.maxTokens;
    if (!truncated) return { ids, truncated };
    const end = this.#idsOf('').length > 1 ? [ids.at(-1)!] : [];
    return { ids: [...ids.slice(0, this.maxTokens - end.length), ...end], truncated };
  }

  /**
   * Returns the token ids of a text. For an empty text, for which some tokenizers give no ids, returns the ids of `.`,
   * since no model accepts an empty list.
   */
  #idsOf(text: string): readonly number[] {
    const { ids } = this.#tokenizer.encode(text);
    return ids.length > 0 ? ids : this.#tokenizer.encode('.').ids;
  }
}

function maxTokensOf(folder: ModelFolder, dir: string, wanted = folder.maxTokens): number {
  if (wanted <= folder.maxTokens) return wanted;
  throw new CairnError(
    'config/invalid',
    `The model in ${dir} reads at most ${folder.maxTokens} tokens, as its files say; ${wanted} are set.`,
  );
}

function tokenizerOf({ tokenizer, tokenizerConfig }: ModelFolder, dir: string): Tokenizer {
  try {
    return new Tokenizer(tokenizer, tokenizerConfig);
  } catch (error) {
    throw new CairnError(
      'config/invalid',
      `The model folder ${dir} cannot be used: its tokenizer.json: ${String(error)}`,
      {
        cause: error,
      },
    );
  }
}
