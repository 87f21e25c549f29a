import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { axeFindings, openBrowser, rulesOfColours, shoot, told, watchedPage, type WatchedPage } from '../browser.ts';
import { startCairn, type Cairn } from '../cairn.ts';
import { Client } from '../client.ts';
import { storeTeam } from '../console-data.ts';

/** Width and colours in which a screen is seen. */
export interface Look {
  readonly scheme: 'light' | 'dark';
  readonly width: number;
}

const DESKTOP_PX = 1280;
const PHONE_PX = 360;
const HEIGHT_PX = 860;

const SCHEME_KEY = 'mantine-color-scheme-value';

const isOnFive = process.env['CAIRN_E2E'] === 'cluster';

/**
 * Looks in which a job runs. Whatever a job requires to be sound it sees in both colours, so these two are all four.
 * On five processes once is enough: a job requests the same routes in either look, and no others when it runs again.
 */
export const looksOfJob: readonly Look[] = [
  { scheme: 'light', width: DESKTOP_PX },
  ...(isOnFive ? [] : [{ scheme: 'dark', width: PHONE_PX } as const]),
];

/** The looks of a job in words, for the names of tests. */
export const looksInWords = looksOfJob.map(({ scheme, width }) => `${scheme} at ${width} px`).join(' and ');

const OPERATOR_KEY = `cairn_operator_${'c'.repeat(40)}`;

/** On five processes, the Redis in which they share the counts that Health sums. */
const sharedCounts = (): Record<string, string> =>
  process.env['CAIRN_E2E'] === 'cluster' ? { CAIRN_LIMITS_REDIS_URL: process.env['REDIS_URL']! } : {};

/** A server with the memory of a small team, and a browser, which the stories of all screens share. */
export class ConsoleServer {
  private organisations = 0;

  private constructor(
    private readonly folder: string,
    private readonly cairn: Cairn,
    readonly browser: Browser,
  ) {}

  static async start(): Promise<ConsoleServer> {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-console-'));
    const env = { CAIRN_EMBEDDER: 'none', CAIRN_OPERATOR_KEY: OPERATOR_KEY, ...sharedCounts() };
    const [cairn, browser] = await Promise.all([startCairn({ dataDir: folder, port: 0, env }), openBrowser()]);
    const server = new ConsoleServer(folder, cairn, browser);
    await storeTeam(new Client(cairn.url, cairn.key!));
    return server;
  }

  /** Begins a visit to the first organisation, whose admins alone see the whole installation. Its stories leave nothing behind. */
  visitFirst(): Promise<Visit> {
    return Visit.begin(this.browser, { url: this.cairn.url, key: this.cairn.key! });
  }

  /** Begins a visit to a new organisation, which only the team's memory is stored in. */
  async visitNew(of: string): Promise<Visit> {
    const { url } = this.cairn;
    const name = `${of} ${(this.organisations += 1)}`;
    const { status, body } = await new Client(url, OPERATOR_KEY).post('/v1/organisations', { name });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    const { key } = body.admin;
    await storeTeam(new Client(url, key));
    return Visit.begin(this.browser, { url, key });
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.cairn.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Address of a server, and the key of an admin of the organisation that a visit is to. */
interface Visited {
  readonly url: string;
  readonly key: string;
}

/** Browser of an admin who is signed in to the console of an organisation with the memory of a small team. */
export class Visit {
  private constructor(
    readonly server: Visited,
    readonly browser: Browser,
    readonly watched: WatchedPage,
    readonly api: Client,
  ) {}

  static async begin(browser: Browser, server: Visited): Promise<Visit> {
    const api = new Client(server.url, server.key);
    const visit = new Visit(server, browser, await watchedPage(browser, server.url), api);
    await visit.page.goto(`/console/#key=${server.key}`);
    await visit.heading('Home');
    return visit;
  }

  get page(): Page {
    return this.watched.page;
  }

  readonly go = (path: string) => this.page.goto(`/console${path}`);

  readonly heading = (name: string | RegExp) => this.page.getByRole('heading', { level: 1, name }).waitFor();

  /** Removes console errors about an expected refusal. */
  readonly forgive = (refusal: RegExp) =>
    void this.watched.problems.splice(0, Infinity, ...this.watched.problems.filter((text) => !refusal.test(text)));

  /** Requires that nothing went wrong on the screen and that it is accessible. Writes a screenshot if it has a name. */
  readonly expectSound = async (name?: string) => {
    const isPhone = this.page.viewportSize()?.width === PHONE_PX;
    return expectSoundPage(this.watched, name && isPhone ? `${name}-narrow` : name);
  };

  /** Shows the following screens in this width and these colours. */
  readonly useLook = async ({ scheme, width }: Look) => {
    await this.page.setViewportSize({ width, height: HEIGHT_PX });
    await this.page.evaluate(`localStorage.setItem('${SCHEME_KEY}', '${scheme}')`);
  };

  /** Shows the present screen in another width and other colours, as it is. */
  readonly changeLook = async ({ scheme, width }: Look) => {
    await this.page.setViewportSize({ width, height: HEIGHT_PX });
    await recolour(this.page, scheme);
  };

  end(): Promise<void> {
    return this.page.close();
  }
}

/**
 * Requires that a page has no error, no markup of a memory, no sideways scroll, and no accessibility finding in either
 * colours. One process looks for these findings on behalf of five, whose answers are drawn by the same bundle.
 */
export async function expectSoundPage({ page, problems, untilQuiet }: WatchedPage, name?: string): Promise<void> {
  await untilQuiet();
  if (!isOnFive) expect(await findingsInBothColours(page)).toEqual([]);
  expect(problems).toEqual([]);
  expect(await page.locator('img, iframe, #from-a-memory').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  if (name) await shoot(page, name);
}

/** Looks for everything in the present colours, and in the others for what depends on colours. */
async function findingsInBothColours(page: Page): Promise<string[]> {
  const present = await axeFindings(page);
  const scheme = await page.evaluate<Look['scheme']>('document.documentElement.dataset.mantineColorScheme');
  await recolour(page, scheme === 'light' ? 'dark' : 'light');
  const others = await axeFindings(page, rulesOfColours);
  await recolour(page, scheme);
  return [...present, ...others];
}

/** Changes the colours in place, as another tab of the console does, without storing them. No transition is left halfway. */
async function recolour(page: Page, scheme: Look['scheme']): Promise<void> {
  await page.evaluate(`dispatchEvent(new StorageEvent('storage', {
    key: '${SCHEME_KEY}', newValue: '${scheme}', storageArea: localStorage,
  }))`);
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
  await page.evaluate(
    `document.getAnimations().filter((one) => one instanceof CSSTransition).forEach((one) => one.finish())`,
  );
}

/** Registers the stories of screens as tests on one server and one browser. */
export class ConsoleStories {
  /** `renew` begins another visit in place of the present one. */
  constructor(
    private readonly visit: () => Visit,
    private readonly renew: () => Promise<void>,
  ) {}

  /** Tells a story once, on a desktop with light colours. */
  story(promise: string, tell: (visit: Visit) => Promise<void>): void {
    this.tellIn(looksOfJob[0]!, promise, tell);
  }

  /** Tells a job of a person in several widths and colours. It must hold again on what it left behind. */
  job(promise: string, tell: (visit: Visit, look: Look) => Promise<void>): void {
    for (const look of looksOfJob) this.tellIn(look, `${promise} (${look.scheme}, ${look.width} px)`, tell);
  }

  private tellIn(look: Look, promise: string, tell: (visit: Visit, look: Look) => Promise<void>): void {
    let attempts = 0;
    it(promise, async () => {
      // A second attempt would meet what the first one left behind.
      if ((attempts += 1) > 1) await this.renew();
      const visit = this.visit();
      await told(visit.watched, async () => {
        visit.watched.problems.length = 0;
        await visit.useLook(look);
        await tell(visit, look);
      });
    });
  }
}
