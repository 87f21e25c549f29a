import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { axeFindings, shoot, told, watchedPage, type WatchedPage } from '../browser.ts';
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

/** Every combination of width and colours. */
const looks: readonly Look[] = [DESKTOP_PX, PHONE_PX].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ scheme, width })),
);

/** Looks of a job: all of them in a whole run, else a light desktop and a dark phone. */
const looksOfJob = process.env['CAIRN_E2E_WHOLE'] ? looks : [looks[0]!, looks[3]!];

/** Browser of an admin who is signed in to the console of a server with the memory of a small team. */
export class Visit {
  private constructor(
    private readonly folder: string,
    readonly server: Cairn,
    readonly browser: Browser,
    readonly watched: WatchedPage,
    readonly api: Client,
  ) {}

  /** Begins a visit to a server of its own, which only the team's memory is stored on. */
  static async begin(browser: Browser): Promise<Visit> {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-console-'));
    const server = await startCairn({ dataDir: folder, port: 0, env: { CAIRN_EMBEDDER: 'none' } });
    const api = new Client(server.url, server.key!);
    await storeTeam(api);
    const visit = new Visit(folder, server, browser, await watchedPage(browser, server.url), api);
    await visit.page.goto(`/console/#key=${server.key!}`);
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
    await this.page.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${scheme}')`);
  };

  async end(): Promise<void> {
    await this.page.close();
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Requires that a page has no error, no accessibility finding, no markup of a memory, and no sideways scroll. */
export async function expectSoundPage({ page, problems }: WatchedPage, name?: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  expect(await axeFindings(page)).toEqual([]);
  expect(problems).toEqual([]);
  expect(await page.locator('img, iframe, #from-a-memory').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  if (name) await shoot(page, name);
}

/** Registers the stories of screens as tests on one server and one browser. */
export class ConsoleStories {
  constructor(private readonly visit: () => Visit) {}

  /** Tells a story once, on a desktop with light colours. */
  story(promise: string, tell: (visit: Visit) => Promise<void>): void {
    this.tellIn(looks[0]!, promise, tell);
  }

  /** Tells a job of a person in several widths and colours. It must hold again on what it left behind. */
  job(promise: string, tell: (visit: Visit, look: Look) => Promise<void>): void {
    for (const look of looksOfJob) this.tellIn(look, `${promise} (${look.scheme}, ${look.width} px)`, tell);
  }

  private tellIn(look: Look, promise: string, tell: (visit: Visit, look: Look) => Promise<void>): void {
    it(promise, async () => {
      const visit = this.visit();
      await told(visit.watched, async () => {
        visit.watched.problems.length = 0;
        await visit.useLook(look);
        await tell(visit, look);
      });
    });
  }
}
