/**
 * Asks once, by key, for all that callers ask for without an `await` between the first and the last of them: it asks in the
 * first microtask after the first input. Whoever waited for a promise in between begins a new question.
 */
export class AskedTogether<Input, Answer> {
  private readonly ask: (inputs: readonly Input[]) => Promise<Answer>;
  private readonly rounds = new Map<string, { readonly inputs: Input[]; readonly answer: Promise<Answer> }>();

  constructor(ask: (inputs: readonly Input[]) => Promise<Answer>) {
    this.ask = ask;
  }

  /** Adds an input to the question of its key, and resolves to the answer that all inputs of this question get. */
  add(key: string, input: Input): Promise<Answer> {
    const round = this.rounds.get(key) ?? this.begin(key);
    round.inputs.push(input);
    return round.answer;
  }

  private begin(key: string) {
    const inputs: Input[] = [];
    const answer = Promise.resolve().then(() => {
      this.rounds.delete(key);
      return this.ask(inputs);
    });
    const round = { inputs, answer };
    this.rounds.set(key, round);
    return round;
  }
}
