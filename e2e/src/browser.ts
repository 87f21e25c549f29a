import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type Page, type Request } from 'playwright-core';
import { until } from './until.ts';

/** Possible paths of a browser; the first that exists is used. */
const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Starts the browser of this machine. A machine without one fails the test, since screens are tested in a browser alone. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: requireChromium(),
    args: [
      ...['--no-sandbox', '--disable-dev-shm-usage'],
      // Draws the graph with WebGL in software, where there is no graphics card, but not the pages themselves.
      ...['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'],
    ],
  });

function requireChromium(): string {
  const found = places.find((path) => path !== undefined && existsSync(path));
  if (found === undefined)
    throw new Error(
      'Chromium is missing: run tools/servers/install.sh or `apt-get install chromium`, or set CHROMIUM_PATH.',
    );
  return found;
}

/** A page with everything that went wrong on it. */
export interface WatchedPage {
  readonly page: Page;
  /** Console errors, policy violations, requests to other origins, exceptions. */
  readonly problems: string[];
  /** Changing requests to the server, with the status of their answers. */
  readonly changes: string[];
  /** Resolves when every answer has come and is drawn, and drawing it asked for nothing more. */
  untilQuiet(): Promise<void>;
}

/** Two frames, since a change of the page in the first may be drawn, and request more, in the second only. */
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

export async function watchedPage(browser: Browser, origin: string): Promise<WatchedPage> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 860 },
    baseURL: origin,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(30_000);
  const problems: string[] = [];
  page.on('console', (said) => said.type() === 'error' && problems.push(`console: ${said.text()}`));
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin) problems.push(`request to ${url.origin}`);
  });
  const changes: string[] = [];
  const sayChange = (request: Request, how: string) =>
    request.method() !== 'GET' && changes.push(`${request.method()} ${new URL(request.url()).pathname} ${how}`);
  page.on('request', (request) => sayChange(request, 'sent'));
  page.on('response', (answer) => sayChange(answer.request(), String(answer.status())));
  await page.addInitScript({
    content: `addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective))`,
  });
  return { page, problems, changes, untilQuiet: quietOf(page) };
}

/** Waits until no request is open, before and after two frames in which none was sent. */
function quietOf(page: Page): () => Promise<void> {
  let sent = 0;
  const open = new Set<Request>();
  page.on('request', (request) => {
    sent += 1;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () =>
    until(async () => {
      if (open.size > 0) return false;
      const before = sent;
      await page.evaluate(TWO_FRAMES);
      return open.size === 0 && sent === before;
    });
}

/** Runs a scenario on a page. A failure reports the page's text and the changes that were sent. */
export async function told({ page, problems, changes }: WatchedPage, story: () => Promise<void>): Promise<void> {
  try {
    await story();
  } catch (error) {
    const text = await page.innerText('body').catch(() => 'nothing');
    const seen = [`At ${page.url()}:`, text, 'Problems:', ...problems, 'Last changes:', ...changes.slice(-6)];
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${seen.join('\n')}`, {
      cause: error,
    });
  }
}

const axeSource = readFileSync(createRequire(join(__dirname, 'browser.ts')).resolve('axe-core/axe.min.js'), 'utf8');

const wcag21 = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** Rules of WCAG 2.1 A and AA whose findings depend on colours. */
export const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** Accessibility findings of a screen by WCAG 2.1 A and AA, or by some of its rules. */
export async function axeFindings(page: Page, rules: readonly string[] = wcag21): Promise<string[]> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axeSource);
  const found = await page.evaluate<{ violations: Finding[] }>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] })`,
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

const screenshots = process.env['CAIRN_SCREENSHOTS'];

/** Writes a screenshot only if a folder is named, so that a test run changes no file. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!screenshots) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), animations: 'disabled' });
}
