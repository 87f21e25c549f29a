/** A question to a language model: its task, and the data as a message of its own. */
export interface CompletionRequest {
  readonly task: string;
  readonly data: string;
  /** Limit of the answer, in tokens of the model. */
  readonly answerTokensMax: number;
}

export interface Completion {
  readonly text: string;
  readonly promptTokens?: number | undefined;
  readonly answerTokens?: number | undefined;
}

/** A language model that a person configured. Nothing depends on it. */
export abstract class Completions {
  /** Scheme, host and port of the endpoint. */
  abstract readonly endpoint: string;
  abstract readonly model: string;

  /** Throws `proposals/unavailable` when the model does not answer in time, and `proposals/broken-answer` when the answer is none. */
  abstract complete(request: CompletionRequest): Promise<Completion>;
}
