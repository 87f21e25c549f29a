export interface TextOutput {
  /** One vector for the whole text, not normalised. */
  readonly vector: Float32Array;
  /** Sign bits of the tokens between the first and the last; absent for a model without late interaction. */
  readonly bits?: Uint32Array | undefined;
}

/** A model that is ready to run. */
export interface LoadedModel {
  /** The numeric form of the computation. */
  readonly form: string;
  /** Takes the ids of a whole text, including the special ones. Blocks its thread while it computes. */
  run(ids: readonly number[]): Promise<TextOutput>;
}

/** The usual options of a session: without the arena a run is as fast, and the memory of a long text is freed. */
export const sessionOptions = (threads: number) =>
  ({
    intraOpNumThreads: threads,
    // On processors without VNNI the default 8-bit product overflows its 16 bits: a cosine of .994 with the same text elsewhere.
    extra: { session: { x64quantprecision: '1' } },
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 4,
  }) as const;
