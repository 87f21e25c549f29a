import type { ConsoleStories } from './visit.ts';

/** Stories of the list of memories and of the page of a memory. */
export function memoryStories(on: ConsoleStories): void {
  on.story(
    'changes, archives, restores and forgets a memory, and shows what it said before',
    async ({ page, server, go, heading, expectSound, forgive }) => {
      await go('/memories');
      await page.getByRole('link', { name: 'Drain the queue first' }).click();
      await heading('Drain the queue first');
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Content').fill('Drain the billing queue two hours before invoices are sent.');
      await page.getByLabel('Why').fill('It once took an hour.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('ins', { hasText: 'two hours' }).waitFor();
      await expectSound('memory');

      // An action shows its result at once, and the result is undone if the server refuses.
      const { promise: seen, resolve: answer } = Promise.withResolvers<void>();
      await page.route('**/archive', async (asked) => {
        await seen;
        const error = { code: 'item/stale-version', message: 'It is of another version by now.' };
        await asked.fulfill({ status: 409, json: { error } });
      });
      await page.getByRole('button', { name: 'Archive' }).click();
      await page.getByText('archived', { exact: true }).waitFor();
      answer();
      await page.getByText('It is of another version by now.').waitFor();
      await page.getByText('active', { exact: true }).waitFor();
      await page.unroute('**/archive');
      forgive(/409/);

      await page.getByRole('button', { name: 'Archive' }).click();
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.getByRole('button', { name: 'Archive' }).waitFor();

      await page.getByRole('button', { name: 'Forget', exact: true }).click();
      await page.getByText('This would forget 1 memory and 0 messages').waitFor();
      await expectSound('forget');
      await page.getByRole('button', { name: 'Forget for good' }).click();
      await heading('Memories');
      await page.getByRole('link', { name: 'Invoices go out' }).waitFor();
      expect(await page.getByRole('link', { name: 'Drain the queue first' }).count()).toBe(0);
      await expectSound('memories');
    },
  );

  on.story('shares a memory that was private', async ({ page, api, go, expectSound }) => {
    const notes = [{ title: 'Note of mine', content: 'The ledger moves in May.', visibility: 'private' }];
    const { items } = (await api.post('/v1/memories', notes)).body as { items: { id: string }[] };
    await go(`/memories/${items[0]!.id}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByLabel('New readers').selectOption({ label: 'everybody in the organisation' });
    await expectSound('share');
    await page.getByRole('button', { name: 'Share it' }).click();
    await page.getByRole('button', { name: 'Share', exact: true }).waitFor({ state: 'detached' });
    expect((await api.get(`/v1/memories/${items[0]!.id}`)).body).toMatchObject({ visibility: 'org' });
    await go('/memories');
  });

  on.story(
    'opens, changes and forgets what is tied to a peer, from a recall in the channel of that peer',
    async ({ page, api, go, heading, expectSound }) => {
      const memory = { title: 'Marathon', content: 'Sam trains for Lisbon.', channel: 'coach:511' };
      await api.post('/v1/memories?wait=indexed', [memory]);
      await go('/ask?q=marathon&channel=coach:511&subchannel=plan');
      await page.getByText('The tool takes no subchannel: its call goes without.').waitFor();
      await go('/ask?q=marathon&channel=coach:511');
      await page.getByRole('link', { name: 'Marathon' }).click();
      await heading('Marathon');
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Content').fill('Sam trains for Porto.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('ins', { hasText: 'Porto' }).waitFor();
      await page.getByRole('button', { name: 'Archive' }).click();
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.getByRole('button', { name: 'Archive' }).waitFor();
      await page.getByRole('tab', { name: 'Sources' }).click();
      await page.getByText('It names no message').waitFor();
      await page.getByRole('tab', { name: 'Links' }).click();
      await page.getByText('No memory is linked with it.').waitFor();
      await page.getByRole('button', { name: 'Forget', exact: true }).click();
      await page.getByText('This would forget 1 memory and 0 messages').waitFor();
      await page.getByRole('button', { name: 'Forget for good' }).click();
      await heading('Memories');
      await page.getByRole('link', { name: 'Invoices go out' }).waitFor();
      await expectSound();
    },
  );

  on.story('shows a hostile memory, its title and its tags as text', async ({ page, go, expectSound }) => {
    await go('/memories');
    await page.getByRole('link', { name: /^hostile markup/ }).click();
    await page.getByText('<script>alert(2)</script>').first().waitFor();
    await expectSound();
  });

  on.story('supersedes a memory by another', async ({ page, go, heading, expectSound }) => {
    await go('/memories');
    await page.getByRole('link', { name: 'Invoices go out' }).click();
    await page.getByRole('tab', { name: 'Sources' }).click();
    await page.getByText('never on a Friday').nth(1).waitFor();
    await page.getByRole('button', { name: 'Supersede' }).click();
    await page.getByLabel('Title').fill('Invoices go out on the second');
    await page.getByLabel('Content').fill('Invoices go out on the second of the month.');
    await page.getByRole('button', { name: 'Put this in its place' }).click();
    await heading('Invoices go out on the second');
    await page.getByRole('tab', { name: 'Links' }).click();
    await page.getByText('supersedes:').getByRole('link', { name: 'Invoices go out on the first' }).click();
    await page.getByText('superseded', { exact: true }).waitFor();
    await expectSound();
  });
}
