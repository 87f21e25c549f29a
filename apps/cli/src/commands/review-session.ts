import { formatCount, type Proposal, type RouteOutput } from '@cairn/contracts';
import { ServerRefusal, type CairnClient } from '@cairn/transfer/cairn-client';
import type { CliContext } from '../context/cli-context.ts';
import { CommandFailure } from '../context/exit-codes.ts';
import { editText } from '../terminal/edit-text.ts';
import { Keyboard } from '../terminal/keyboard.ts';
import type { Printer } from '../terminal/printer.ts';
import { neutraliseForTerminal } from '../terminal/terminal-text.ts';
import { printDecision, printProposal } from './review-print.ts';

interface Review {
  readonly context: CliContext;
  readonly client: CairnClient;
  readonly printer: Printer;
  /** The filters as they were typed. The server checks them. */
  readonly query: object;
}

const KEYS = 'y keep  o keep for everyone  m only mine  n not true  e edit  u undo  j next  k previous  q quit';

const TITLE_CHARS = 100;

/** Decisions by their key. */
const decisionByKey = new Map<string, { readonly act: 'keep' | 'mine' | 'reject'; readonly body?: object }>([
  ['y', { act: 'keep' }],
  ['o', { act: 'keep', body: { visibility: 'org' } }],
  ['m', { act: 'mine' }],
  ['n', { act: 'reject' }],
]);

/** Reviews the waiting proposals one at a time, by single keys of the terminal. */
export async function reviewByKeys(review: Review): Promise<void> {
  const keyboard = new Keyboard(review.context);
  const session = new ReviewSession(review, keyboard);
  try {
    if (!(await session.loadMore())) return review.printer.line('Nothing waits for a review.');
    session.show();
    for (let key = await keyboard.nextKey(); key !== undefined && !isQuit(key); key = await keyboard.nextKey())
      await session.press(key);
  } finally {
    keyboard.release();
  }
  review.printer.line(session.summary);
  if (review.context.interrupted.aborted) throw new CommandFailure('interrupted', 'The rest still waits.');
}

const isQuit = (key: string): boolean => ['q', 'escape', 'ctrl-c', 'ctrl-d'].includes(key);

/** The proposals of a review, the one that is shown, and the decisions that can be taken back. */
class ReviewSession {
  private readonly proposals: Proposal[] = [];
  private readonly decided: Proposal[] = [];
  private shown = 0;
  private cursor: string | null = null;
  private readonly review: Review;
  private readonly keyboard: Keyboard;

  constructor(review: Review, keyboard: Keyboard) {
    this.review = review;
    this.keyboard = keyboard;
  }

  get summary(): string {
    return `Decided on ${formatCount(this.decided.length, 'proposal')}.`;
  }

  /** Loads the next page. False if there is none. */
  async loadMore(): Promise<boolean> {
    const { client, query } = this.review;
    const sent = { query: { ...query, ...(this.cursor !== null && { cursor: this.cursor }) } as never };
    const { proposals, nextCursor } = (await client.call('listProposals', sent)).answer;
    this.proposals.push(...proposals);
    this.cursor = nextCursor;
    return proposals.length > 0;
  }

  show(): void {
    const { printer } = this.review;
    const proposal = this.proposals[this.shown];
    if (proposal) printProposal(printer, proposal);
    else printer.line('Nothing more waits for a review.');
    printer.line(printer.colors.dim(KEYS));
  }

  async press(key: string): Promise<void> {
    const decision = decisionByKey.get(key);
    if (key === 'j' || key === 'down') return this.goOn();
    if (key === 'k' || key === 'up') return this.goBack();
    if (key === 'u') return this.attempt(() => this.undo());
    const proposal = this.proposals[this.shown];
    if (!proposal) return;
    if (decision) return this.attempt(() => this.decide(proposal, decision.act, decision.body));
    if (key === 'e') return this.attempt(() => this.edit(proposal));
    this.review.printer.line(this.review.printer.colors.dim(KEYS));
  }

  private async goOn(): Promise<void> {
    if (this.shown >= this.proposals.length - 1 && this.cursor !== null) await this.loadMore();
    this.shown = Math.min(this.shown + 1, this.proposals.length);
    this.show();
  }

  private goBack(): void {
    this.shown = Math.max(this.shown - 1, 0);
    this.show();
  }

  private async decide(
    proposal: Proposal,
    act: 'keep' | 'mine' | 'reject' | 'correct',
    body: object = {},
  ): Promise<void> {
    this.report(await this.send(proposal, act, body));
    this.proposals.splice(this.shown, 1);
    this.decided.push(proposal);
    if (this.shown >= this.proposals.length && this.cursor !== null) await this.loadMore();
    this.show();
  }

  private async edit(proposal: Proposal): Promise<void> {
    const content = await this.keyboard.lend(() => editText(this.review.context, proposal.content));
    if (content === '' || content === proposal.content) return this.show();
    const [title] = content.split('\n');
    const isTitled = !proposal.content.startsWith(proposal.title);
    await this.decide(proposal, 'correct', {
      content,
      ...(!isTitled && { title: title!.slice(0, TITLE_CHARS) }),
    });
  }

  private async undo(): Promise<void> {
    const proposal = this.decided.at(-1);
    if (!proposal) return this.review.printer.line('There is no decision to take back.');
    this.report(await this.send(proposal, 'undo'));
    this.decided.pop();
    this.proposals.splice(this.shown, 0, proposal);
    this.show();
  }

  private async send(proposal: Proposal, act: string, body: object = {}): Promise<RouteOutput<'decideProposal'>> {
    const sent = { params: { id: proposal.memoryId, act }, body } as never;
    return (await this.review.client.call('decideProposal', sent)).answer;
  }

  private report(decision: RouteOutput<'decideProposal'>): void {
    printDecision(this.review.printer, decision);
  }

  /** Makes a decision. What the server or the editor refuses is printed, and the review goes on. */
  private async attempt(decide: () => Promise<void>): Promise<void> {
    try {
      await decide();
    } catch (error) {
      if (!(error instanceof ServerRefusal || error instanceof CommandFailure)) throw error;
      this.review.printer.line(this.review.printer.colors.red(neutraliseForTerminal(error.message)));
    }
  }
}
