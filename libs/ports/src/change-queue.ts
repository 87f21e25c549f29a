import { CairnError } from '@cairn/contracts';

/** The most changes that may wait for one key. */
const WAITING_CHANGES_MAX = 1_000;
/**
 * The most attempts of one change. An attempt fails only if another process changed the same thing first, and few processes
 * do so at once.
 */
const CHANGE_ATTEMPTS_MAX = 40;
/** The longest pause after the first failed attempt, in ms; later pauses grow with the number of attempts. */
const RETRY_PAUSE_MAX_MS = 2;

interface Line {
  last: Promise<unknown>;
  length: number;
}

/**
 * Runs changes that have no expected version. Changes of one key run one after another in this process, and a change is
 * retried while other processes are faster. So no change fails because of a concurrent one.
 */
export class ChangeQueue {
  private readonly lines = new Map<string, Line>();

  /**
   * Runs `attempt` until it returns a result; undefined from `attempt` means that another process was faster. Returns
   * undefined if all attempts fail.
   */
  async run<Done>(key: readonly string[], attempt: () => Promise<Done | undefined>): Promise<Done | undefined> {
    const name = JSON.stringify(key);
    const line = this.lines.get(name) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= WAITING_CHANGES_MAX) throw tooManyError();
    const done = line.last.then(() => retryWhileUndefined(attempt));
    line.last = done.catch(() => undefined);
    line.length += 1;
    this.lines.set(name, line);
    try {
      return await done;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.lines.delete(name);
    }
  }
}

async function retryWhileUndefined<Done>(attempt: () => Promise<Done | undefined>): Promise<Done | undefined> {
  for (let failed = 0; failed < CHANGE_ATTEMPTS_MAX; failed += 1) {
    const done = await attempt();
    if (done !== undefined) return done;
    await pause(Math.random() * RETRY_PAUSE_MAX_MS * (failed + 1));
  }
  return undefined;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const tooManyError = () =>
  new CairnError(
    'truth/overloaded',
    `${WAITING_CHANGES_MAX} changes of the same thing wait already. Come back a little later.`,
  );
