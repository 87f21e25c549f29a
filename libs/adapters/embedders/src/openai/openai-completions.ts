import { CairnError } from '@cairn/contracts';
import { Completions, type Completion, type CompletionRequest } from '@cairn/ports';
import { z } from 'zod';
import { OpenAiEndpoint } from './openai-endpoint.ts';

export interface OpenAiCompletionsOptions {
  /** Address of the endpoint without `/chat/completions`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly attemptsMax?: number | undefined;
}

const ANSWER_BYTES_MAX = 64 * 1024;

const tokens = z.number().int().min(0).optional().catch(undefined);
/** The fields of an answer that we read. */
const Answer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().min(1) }) })).min(1),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).optional().catch(undefined),
});

/** Language model behind any OpenAI-compatible `/chat/completions`. */
export class OpenAiCompletions extends Completions {
  readonly endpoint: string;
  readonly model: string;
  readonly #endpoint: OpenAiEndpoint;

  constructor({ baseUrl, model, apiKey, timeoutMs = 60_000, attemptsMax = 2 }: OpenAiCompletionsOptions) {
    super();
    this.endpoint = new URL(baseUrl).origin;
    this.model = model;
    this.#endpoint = new OpenAiEndpoint({
      ...{ baseUrl, apiKey, timeoutMs, attemptsMax, broken: brokenAnswerError },
      path: '/chat/completions',
      server: 'language model for proposals',
      unavailable: 'proposals/unavailable',
      answerBytesMax: ANSWER_BYTES_MAX,
    });
  }

  async complete({ task, data, answerTokensMax }: CompletionRequest): Promise<Completion> {
    const messages = [
      { role: 'system', content: task },
      { role: 'user', content: data },
    ];
    const body = { model: this.model, messages, max_tokens: answerTokensMax, stream: false };
    const answer = Answer.safeParse(await this.#endpoint.post(body));
    if (!answer.success) throw brokenAnswerError('no text', answer.error);
    const { choices, usage } = answer.data;
    return {
      text: choices[0]!.message.content,
      promptTokens: usage?.prompt_tokens,
      answerTokens: usage?.completion_tokens,
    };
  }
}

const brokenAnswerError = (answered: string, cause?: unknown): CairnError =>
  new CairnError('proposals/broken-answer', `The language model for proposals answered with ${answered}.`, { cause });
