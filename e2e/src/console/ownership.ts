import { until } from '../until.ts';
import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Ownership. */
export function ownershipStories(on: ConsoleStories): void {
  on.job('answers who owns a thing, with the sentence that says so', async ({ page, go, expectSound }) => {
    await go('/ownership');
    await page.getByRole('combobox', { name: 'Person, service, file or any other name' }).fill('bill');
    await page.getByRole('option', { name: 'billing', exact: true }).click();
    await page.getByRole('button', { name: 'Ask' }).click();
    const owner = page.getByRole('article', { name: 'Ana' });
    await owner.getByText('owns').waitFor();
    await owner.getByText('sure', { exact: true }).waitFor();
    await owner.getByText('declared with this memory').waitFor();
    await owner.getByRole('link', { name: 'the memory' }).waitFor();
    await page.locator('.graph canvas').first().waitFor();
    await page.getByRole('group', { name: 'Legend' }).getByText('person').waitFor();
    await expectSound('ownership');
  });

  on.job('answers what breaks, and how two things are connected, by keys alone', async ({ page, go, expectSound }) => {
    await go('/ownership?ask=impact&entity=RabbitMQ');
    await page.getByRole('article', { name: 'billing' }).getByText('depends on').waitFor();
    await expectSound();
    await go('/ownership?ask=connection');
    await page.getByRole('combobox', { name: 'This' }).focus();
    await page.keyboard.type('Ana');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.keyboard.type('RabbitMQ');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    const way = page.getByRole('region', { name: 'Connection' });
    await way.getByRole('article', { name: 'Ana owns billing' }).waitFor();
    await way.getByRole('article', { name: 'billing depends on RabbitMQ' }).waitFor();
    await expectSound('ownership-connection');
  });

  on.story('names the owners of what is named alike, where nobody owns the thing itself', async ({ page, api, go }) => {
    await api.post('/v1/memories', {
      category: 'fact',
      title: 'Packages of the ledger',
      content: 'The package stands beside the service.',
      entities: [
        { name: 'ledger', type: 'service' },
        { name: '@acme/ledger', type: 'package' },
        { name: 'RabbitMQ', type: 'system' },
        { name: 'Ana', type: 'person' },
      ],
      relations: [
        { from: 'ledger', type: 'depends_on', to: 'RabbitMQ' },
        { from: 'Ana', type: 'owns', to: '@acme/ledger' },
      ],
    });
    await until(async () => {
      const { body } = await api.post('/v1/graph/owners', { entity: 'ledger' });
      return (body as { namesakes: unknown[] }).namesakes.length === 1;
    });
    await go('/ownership?entity=ledger');
    await page.getByRole('heading', { name: 'Owners of what is named alike or stands below' }).waitFor();
    await page.getByRole('button', { name: '@acme/ledger' }).click();
    await page.getByRole('article', { name: 'Ana' }).getByText('owns').waitFor();
  });

  on.story('merges several names of one person at once by keys alone, and takes that back', async (visit) => {
    const { page, api, go, expectSound } = visit;
    const names = ['Maria Lopez', 'M. Lopez', '@mlopez', 'Maria', 'Zed'];
    const owned = names.map((name, place) => ({
      title: `${name} owns part ${place}`,
      content: `${name} owns part ${place}.`,
      entities: [
        { name, type: 'person' },
        { name: `part ${place}`, type: 'service' },
      ],
      relations: [{ from: name, type: 'owns', to: `part ${place}` }],
    }));
    await api.post('/v1/memories', owned);
    type Offered = { duplicates: unknown[] };
    const offered = async () => ((await api.get('/v1/graph/duplicates')).body as Offered).duplicates.length;
    await until(async () => (await offered()) === 3);
    await go('/ownership');
    const form = page.getByRole('form', { name: 'Merge names' });
    await form.getByRole('radio', { name: 'Maria Lopez' }).and(page.locator(':checked')).waitFor();
    expect(await form.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await form.getByRole('checkbox', { name: 'M. Lopez' }).focus();
    await page.keyboard.press('Space');
    await form.getByRole('checkbox', { name: '@mlopez' }).focus();
    await page.keyboard.press('Space');
    await expectSound('ownership-merge');
    await page.keyboard.press('Enter');
    await page.getByText('Merged: 2 names into Maria Lopez').waitFor();
    await page.getByRole('article', { name: 'Maria and Maria Lopez' }).waitFor();

    await go('/ownership?entity=Maria+Lopez');
    await page.getByRole('article', { name: 'part 2' }).waitFor();
    await page.getByRole('button', { name: 'Maria Lopez has other names' }).press('Enter');
    await page.getByRole('combobox', { name: 'Other names of Maria Lopez' }).fill('Zed');
    await page.getByRole('option', { name: 'Zed' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Merge 1 name' }).press('Enter');
    await page.getByRole('article', { name: 'part 4' }).waitFor();
    await page.locator('body').press('u');
    await page.getByText('Undone').waitFor();
    await page.getByRole('article', { name: 'part 4' }).waitFor({ state: 'detached' });
  });

  on.story('says what to do where nobody owns a thing', async ({ page, go, expectSound }) => {
    await go('/ownership?entity=zebra');
    await page.getByText('Nothing has this name').waitFor();
    await expectSound();
  });
}
