export interface TextOutput {
  /** Vector of the whole text, not normalised. */
  readonly vector: Float32Array;
  /** Sign bits of the tokens between the first and the last token; absent for a model without late interaction. */
  readonly bits?: Uint32Array | undefined;
}

/** Model that is ready to run. */
export interface LoadedModel {
  /** Numeric form in which the model computes. */
  readonly form: string;
  /** Takes the ids of a whole text, including the special tokens. Blocks its thread while it computes. */
  run(ids: readonly number[]): Promise<TextOutput>;
}

/**
 * Usual options of a session. Without the arena, a run is as fast as with it, and the memory for a long text is freed.
 */
export const sessionOptions = (threads: number) =>
  ({
    intraOpNumThreads: threads,
    // On processors without VNNI, the default 8-bit product overflows its 16 bits. The cosine between the vector of a
    // text there and its vector on other processors is then only .994.
    extra: { session: { x64quantprecision: '1' } },
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 4,
  }) as const;
