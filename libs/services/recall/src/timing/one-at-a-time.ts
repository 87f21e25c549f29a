interface Waiting<Answer> {
  readonly answer: Promise<Answer>;
  readonly run: () => Promise<void>;
}

interface Line<Answer> {
  isBusy: boolean;
  /** Maps each question to its waiting answer. */
  readonly waiting: Map<string, Waiting<Answer>>;
}

/**
 * Answers expensive questions, one at a time for each owner. Equal questions that wait share one answer. An answer is
 * never shared with a question that arrived after its computation began, so no answer is older than its question.
 */
export class SerialAnswers<Answer> {
  private readonly lines = new Map<string, Line<Answer>>();

  ask(owner: string, question: string, answer: () => Promise<Answer>): Promise<Answer> {
    const line = this.lines.get(owner) ?? { isBusy: false, waiting: new Map() };
    this.lines.set(owner, line);
    const waiting = line.waiting.get(question) ?? waitingFor(answer);
    line.waiting.set(question, waiting);
    if (!line.isBusy) void this.work(owner, line);
    return waiting.answer;
  }

  private async work(owner: string, line: Line<Answer>): Promise<void> {
    line.isBusy = true;
    for (const [question, { run }] of line.waiting) {
      line.waiting.delete(question);
      await run();
    }
    this.lines.delete(owner);
  }
}

function waitingFor<Answer>(answer: () => Promise<Answer>): Waiting<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  return { answer: promise, run: () => answer().then(resolve, reject) };
}
