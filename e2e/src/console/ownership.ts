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

  on.story('says what to do where nobody owns a thing', async ({ page, go, expectSound }) => {
    await go('/ownership?entity=zebra');
    await page.getByText('Nothing has this name').waitFor();
    await expectSound();
  });
}
