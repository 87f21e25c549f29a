interface Waiting<Asked, Answer> {
  readonly asked: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

const TOGETHER_MAX = 100;

/**
 * What is asked while an answer is under way waits for it, and goes together: a busy process makes few long round trips in
 * place of many short ones, and an idle one never waits.
 */
export class Gathering<Asked, Answer> {
  private readonly answerAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>;
  private waiting: Waiting<Asked, Answer>[] = [];
  private isBusy = false;

  /** `answerAll` answers in the order of what is asked. */
  constructor(answerAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>) {
    this.answerAll = answerAll;
  }

  ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ asked, resolve, reject });
      if (!this.isBusy) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) await this.settle(this.waiting.splice(0, TOGETHER_MAX));
    this.isBusy = false;
  }

  /** One that fails must not fail the others: they are asked again, each alone. */
  private async settle(some: readonly Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await this.answerAll(some.map(({ asked }) => asked));
      for (const [at, { resolve }] of some.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      if (some.length === 1) some[0]!.reject(error);
      else await Promise.all(some.map((one) => this.settle([one])));
    }
  }
}
