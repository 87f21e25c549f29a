import {
  unavailableError,
  LocalEmbedder,
  type EncodedText,
  type LocalEmbedderOptions,
} from '../local/local-embedder.ts';
import { goldenProbes } from './golden.ts';
import type { BundledSource } from './load-bundled.ts';
import { MINILM, type NumericForm } from './minilm-graph.ts';
import { findModelFiles, WEIGHTS_SHA256 } from './model-files.ts';
import { loadTokenWeights, loadWordPiece } from './tokenizer.ts';
import type { WordPiece } from './wordpiece.ts';

export interface BundledEmbedderOptions extends LocalEmbedderOptions {
  /** Numeric forms in the order in which they are tried. The first form that passes the self-test is used. */
  readonly forms?: readonly [NumericForm, ...NumericForm[]];
}

const ALL_FORMS = ['int8s', 'int8u', 'fp32'] as const;

/**
 * all-MiniLM-L6-v2: English, 256 tokens, offline, no download. Vectors by WebAssembly have the same `modelId`, since
 * their cosine with native vectors is above .999, which a test checks.
 * Until the self-test has chosen a numeric form, `modelId` names the preferred form. If the self-test chooses a
 * different form, earlier calls fail as retryable, so that no vector is stored under the wrong id.
 */
export class BundledEmbedder extends LocalEmbedder {
  readonly dims = MINILM.dims;
  readonly maxTokens = MINILM.maxTokens;
  /**
   * The model gives unrelated passages a cosine of about .1 and a late interaction of about .15. The spreads were
   * measured over the passages that compete for a question, in chats and documents: .113 to .127 for cosines, .057 to
   * .078 for late interaction.
   */
  readonly scale = {
    cosineNone: 0.1,
    cosineFull: 0.6,
    maxSimNone: 0.15,
    maxSimFull: 0.5,
    cosineSpread: 0.115,
    maxSimSpread: 0.068,
  };
  protected readonly label = 'bundled embedding model';
  readonly #forms: readonly NumericForm[];
  #form: string;

  constructor({ forms = ALL_FORMS, ...options }: BundledEmbedderOptions = {}) {
    super(options);
    this.#forms = forms;
    this.#form = forms[0]!;
  }

  get modelId(): string {
    return `minilm-l6-v2@${WEIGHTS_SHA256.slice(0, 8)}/${this.#form}/mean/v1`;
  }

  /** Counts the tokens of a text, including the special tokens. A text fits if this is at most `maxTokens`. */
  countTokens(text: string): number {
    return loadedWordPiece().count(text);
  }

  tokenWeight(tokenId: number): number {
    return loadTokenWeights()[tokenId] ?? 0;
  }

  protected encode(text: string): EncodedText {
    return loadedWordPiece().encodeBeginning(text, this.maxTokens);
  }

  protected source(): BundledSource {
    const probes = goldenProbes(loadedWordPiece(), this.maxTokens);
    return { kind: 'bundled', files: findModelFiles(), forms: this.#forms, probes };
  }

  protected override loadedAs(form: string): void {
    this.#form = form;
  }
}

function loadedWordPiece(): WordPiece {
  try {
    return loadWordPiece();
  } catch (error) {
    throw unavailableError("The bundled embedding model's vocabulary cannot be read.", error);
  }
}
