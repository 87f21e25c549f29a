import type { OrgId } from '@cairn/contracts';

interface Waiting<Asked, Answer> {
  readonly asked: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

const TOGETHER_MAX = 100;

/**
 * What is asked while an answer is under way waits for it, and goes together: a busy process makes few long round trips in
 * place of many short ones, and an idle one never waits. Each organisation is asked for apart, as row-level security wants it.
 */
export class Gathering<Asked, Answer> {
  private readonly organisationOf: (asked: Asked) => OrgId;
  private readonly answerAll: (orgId: OrgId, asked: readonly Asked[]) => Promise<readonly Answer[]>;
  private waiting: Waiting<Asked, Answer>[] = [];
  private isBusy = false;

  /** `answerAll` answers in the order of what is asked. */
  constructor(
    organisationOf: (asked: Asked) => OrgId,
    answerAll: (orgId: OrgId, asked: readonly Asked[]) => Promise<readonly Answer[]>,
  ) {
    this.organisationOf = organisationOf;
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
    while (this.waiting.length > 0) await this.settleAll(this.waiting.splice(0, TOGETHER_MAX));
    this.isBusy = false;
  }

  private async settleAll(some: readonly Waiting<Asked, Answer>[]): Promise<void> {
    const byOrganisation = Map.groupBy(some, ({ asked }) => this.organisationOf(asked));
    await Promise.all([...byOrganisation].map(([orgId, its]) => this.settle(orgId, its)));
  }

  /** One that fails must not fail the others: they are asked again, each alone. */
  private async settle(orgId: OrgId, some: readonly Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await this.answerAll(
        orgId,
        some.map(({ asked }) => asked),
      );
      for (const [at, { resolve }] of some.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      if (some.length === 1) some[0]!.reject(error);
      else await Promise.all(some.map((one) => this.settle(orgId, [one])));
    }
  }
}
