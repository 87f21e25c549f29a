/** A question to a language model: the task, and the data as a separate message. */
export interface CompletionRequest {
  readonly task: string;
  readonly data: string;
  /** The most tokens of the answer, counted by the model. */
  readonly answerTokensMax: number;
}

export interface Completion {
  readonly text: string;
  readonly promptTokens?: number | undefined;
  readonly answerTokens?: number | undefined;
}

/** A language model that an operator may configure. No other function needs it. */
export abstract class Completions {
  /** Scheme, host and port of the endpoint. */
  abstract readonly endpoint: string;
  abstract readonly model: string;

  /**
   * Throws `proposals/unavailable` if the model does not answer in time, and `proposals/broken-answer` if the answer cannot
   * be read.
   */
  abstract complete(request: CompletionRequest): Promise<Completion>;
}
