import type { Browser } from 'playwright-core';
import { watchedPage, type WatchedPage } from '../browser.ts';
import { Client } from '../client.ts';
import { until } from '../until.ts';
import { expectSoundPage, type ConsoleStories, type Look } from './visit.ts';

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

      await page.getByRole('tab', { name: 'People' }).click();
      await page.getByRole('button', { name: 'Grace <b> leaves' }).click();
      const letThemLeave = page.getByRole('button', { name: /^Let them leave/ });
      expect(await letThemLeave.isDisabled()).toBe(true);
      await page.getByRole('radio', { name: /^go to somebody else/ }).check();
      expect(await letThemLeave.isDisabled()).toBe(true);
      await page.getByRole('radio', { name: /^are forgotten for good/ }).check();
      await expectSound('leave');
      await letThemLeave.click();
      await page.getByText(/^Grace <b> has left/).waitFor();
      await page.getByLabel(/^Show \d+ others?:/).check();
      await page.getByText('left', { exact: true }).waitFor();
      await until(async () => (await new Client(server.url, rotated).get('/v1/caller')).status === 401);
      await expectSound('people');
    },
  );

  on.job('invites somebody, who joins by the link once', async ({ page, browser, server, go, expectSound }, look) => {
    const name = `Mia ${look.scheme} ${look.width}`;
    await go('/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Whom').fill(name);
    await page.getByLabel('Role', { exact: true }).selectOption('reader');
    await expectSound(`people-invite-${look.scheme}-${look.width}`);
    await page.getByLabel('Whom').press('Enter');
    const link = (await page.getByText(/^http\S+\/console\/join#cairn_join_/).textContent())!;
    await expectSound(`people-invite-link-${look.scheme}-${look.width}`);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('region', { name: 'Invitations' }).getByText(name).waitFor();
    await expectSound(`people-${look.scheme}-${look.width}`);

    const guest = await openGuest(browser, server.url, look);
    await guest.page.goto(link);
    await guest.page.getByText('Ana').or(guest.page.getByText('invites you')).first().waitFor();
    expect(guest.page.url()).not.toContain('cairn_join_');
    await expectSoundPage(guest, `join-${look.scheme}-${look.width}`);
    await guest.page.getByLabel('Your name').press('Enter');
    const key = (await guest.page.getByText(/^cairn_/).textContent())!;
    await expectSoundPage(guest, `joined-${look.scheme}-${look.width}`);
    expect((await new Client(server.url, key).get('/v1/caller')).body).toMatchObject({ name, role: 'reader' });
    await guest.page.getByRole('link', { name: 'Open Cairn' }).click();
    await guest.page.getByLabel(`Signed in as ${name}`).waitFor();
    await guest.page.goto('about:blank');
    await guest.page.goto(link);
    await guest.page.getByText('This link works no more').waitFor();
    await guest.page.context().close();

    await page.reload();
    await page.getByRole('list', { name: 'People' }).getByText(name).waitFor();
  });

  on.story('revokes an invitation, whose link then lets nobody in', async ({ page, api, go }) => {
    const body = { name: 'Wrong <i>', role: 'writer' };
    const { path } = (await api.post('/v1/invitations', body)).body as { path: string };
    await go('/people');
    await page.getByRole('button', { name: 'Revoke the invitation of Wrong <i>' }).click();
    await page.getByRole('button', { name: 'Really revoke the invitation of Wrong <i>' }).click();
    await page.getByText('The link for Wrong <i> works no more.').waitFor();
    expect(path).toContain('#cairn_join_');
    await page.getByRole('region', { name: 'Invitations' }).waitFor({ state: 'detached' });
  });
}

/** Opens a browser of somebody who has no session, in the same look. */
async function openGuest(browser: Browser, url: string, { scheme, width }: Look): Promise<WatchedPage> {
  const guest = await watchedPage(browser, url);
  await guest.page.setViewportSize({ width, height: 860 });
  await guest.page.emulateMedia({ colorScheme: scheme });
  return guest;
}
