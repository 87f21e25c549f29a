import { Client } from '../client.ts';
import { until } from '../until.ts';
import type { ConsoleStories, Visit } from './visit.ts';

const FERRY = 'Payment is captured at boarding';

/** Stores what an agent learned and proposes. Returns the time before all of that. */
async function learn({ api, server }: Visit, about: string): Promise<number> {
  const before = Date.now();
  const { key } = (await api.post('/v1/keys', { name: `claude-code ${about}`, kind: 'agent' })).body as { key: string };
  const agent = new Client(server.url, key);
  const memory = (title: string) => ({ title: `${title} ${about}`, content: `${title} ${about}.`, project: 'tides' });
  await agent.post('/v1/memories', [memory('The gauge is by the pier'), memory('The pier has nine berths')]);
  const proposals = ['Ferries sail at six', 'Dogs sail free', 'Bikes sail free', 'Cars sail free'].map((title) => ({
    kind: 'fact',
    memory: { ...memory(title), visibility: 'org' },
  }));
  expect(await agent.post('/v1/proposals', { proposals })).toMatchObject({ status: 201 });
  return before;
}

/** Stories of the screen Home. */
export function homeStories(on: ConsoleStories): void {
  on.job('offers first steps, and sample data that is thrown away whole', async ({ page, go, api, expectSound }) => {
    await go('/');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('link', { name: 'Connect an agent' }).waitFor();
    await steps.getByText('Import what your team has: done').waitFor();
    await expectSound('first-steps');
    await steps.getByRole('button', { name: 'Look around with sample data' }).click();
    await page.getByText('You look at sample data').waitFor();
    const feed = page.getByRole('region', { name: 'What changed' });
    await feed.getByText(FERRY).first().waitFor();
    await expectSound('sample');
    const titles = async () =>
      ((await api.get('/v1/memories?limit=100')).body as { items: { title: string }[] }).items.map(
        ({ title }) => title,
      );
    expect((await titles()).filter((title) => title.startsWith(FERRY))).toEqual([]);

    await page.getByRole('button', { name: 'Throw the sample away' }).click();
    await steps.waitFor();
    await feed.getByText('Billing window').first().waitFor();
    const left = async () => ((await api.get('/v1/memories?source=demo')).body as { items: object[] }).items;
    await until(async () => (await left()).length === 0);
  });

  on.job('tells what agents learned since the last visit, and decides right there', async (visit, look) => {
    const { page, go, expectSound, api } = visit;
    const about = `${look.scheme} ${look.width}`;
    const seenUntil = await learn(visit, about);
    // Another device says what was seen.
    await api.post('/v1/feed/visits', { seenUntil });
    await go('/');
    const feed = page.getByRole('region', { name: 'What changed' });
    await feed.getByText(`claude-code ${about} of first admin learned 6 things, 4 to review in tides`).waitFor();
    await feed.getByText(/^You saw the rest/).waitFor();
    await expectSound('home');

    const ferries = feed.getByRole('article', { name: `Ferries sail at six ${about}` });
    await ferries.getByRole('button', { name: 'Keep' }).click();
    await ferries.getByRole('button', { name: 'Archive' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    // The buttons of a proposal take the place of those of a memory.
    await ferries.getByRole('button', { name: 'Keep' }).waitFor();
    await ferries.getByRole('button', { name: 'Correct' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Content').fill(`Ferries sail at seven ${about}.`);
    await expectSound('home-correct');
    await dialog.getByRole('button', { name: 'Keep in these words' }).click();
    await feed.getByText(`Ferries sail at seven ${about}.`).waitFor();

    await feed.getByRole('button', { name: 'Mark all as seen' }).click();
    await feed.getByText(/^Nothing new since you looked/).waitFor();

    const dogs = feed.getByRole('article', { name: `Dogs sail free ${about}` });
    await dogs.getByRole('button', { name: /^Not true/ }).click();
    await dogs.waitFor({ state: 'detached' });
  });

  on.story('decides by keyboard alone, and keeps to filters that stand in the address', async (visit) => {
    const { page, go, expectSound } = visit;
    await learn(visit, 'by keys');
    await go('/');
    await page
      .getByRole('group', { name: 'Agent' })
      .getByRole('button', { name: /by keys/ })
      .click();
    await page.waitForURL(/writer=/);
    const feed = page.getByRole('region', { name: 'What changed' });
    await feed.getByText('claude-code by keys of first admin learned 6 things').waitFor();
    await expectSound();
    const articles = feed.getByRole('article');
    await until(async () => (await articles.count()) === 6);
    // The newest entries are the proposals.
    await page.locator('body').press('j');
    await page.keyboard.press('n');
    await until(async () => (await articles.count()) === 5);
    await page
      .getByText(/^Not true: /)
      .first()
      .waitFor();
    await page.keyboard.press('u');
    await until(async () => (await articles.count()) === 6);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/memories\//);
  });

  on.story('asks from Home', async ({ page, go, heading }) => {
    await go('/');
    await page.getByLabel('Question').fill('invoices');
    await page.getByLabel('Question').press('Enter');
    await heading('Ask');
    expect(new URL(page.url()).searchParams.get('q')).toBe('invoices');
  });
}
