import { Client } from '../client.ts';
import { until } from '../until.ts';
import type { ConsoleStories } from './visit.ts';

/** Stories of the screen People. */
export function peopleStories(on: ConsoleStories): void {
  on.story(
    'adds somebody with a key, rotates it, puts them into a team and lets them leave',
    async ({ page, server, browser, go, expectSound }) => {
      await go('/people?tab=keys');
      await page.getByLabel('Name').fill('Grace <b>');
      await page.getByLabel('A', { exact: true }).selectOption('person');
      await page.getByRole('button', { name: 'Make a key' }).click();
      const shown = page.getByRole('alert').getByText(/^cairn_/);
      const key = (await shown.textContent())!;
      await expectSound('keys');
      await page.getByRole('button', { name: 'Rotate Grace <b>' }).click();
      await shown.nth(1).waitFor();
      const rotated = (await shown.allTextContents()).find((one) => one !== key)!;
      expect((await new Client(server.url, rotated).get('/v1/caller')).body).toMatchObject({ name: 'Grace <b>' });

      await page.getByRole('tab', { name: 'Teams' }).click();
      await page.getByLabel('Name of the team').fill('Platform');
      // A browser that believes it is offline still reaches a server on its own machine.
      await page.evaluate(`dispatchEvent(new Event('offline'))`);
      await page.getByRole('button', { name: 'Make a team' }).click();
      await page.getByText('There is a team Platform now').waitFor();
      await page.getByLabel('Put somebody into Platform').selectOption({ label: 'Grace <b>' });
      await page.getByRole('button', { name: 'Take Grace <b> out of Platform' }).waitFor();
      // Changed access takes effect within seconds.
      const teams = async () => (await new Client(server.url, rotated).get('/v1/caller')).body.teams as unknown[];
      await until(async () => (await teams()).length === 1);
      await expectSound('teams');

      await page.getByRole('tab', { name: 'People and agents' }).click();
      await page.getByRole('button', { name: 'Grace <b> leaves' }).click();
      await page.getByLabel('Their private memories').selectOption({ label: 'are forgotten for good' });
      await expectSound('leave');
      await page.getByRole('button', { name: 'Let them leave' }).click();
      await page.getByText('left', { exact: true }).waitFor();
      await until(async () => (await new Client(server.url, rotated).get('/v1/caller')).status === 401);
      await expectSound('people');
    },
  );
}
