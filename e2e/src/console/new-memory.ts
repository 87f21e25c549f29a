import type { ConsoleStories } from './visit.ts';

/** Stories of the form of a new memory. */
export function newMemoryStories(on: ConsoleStories): void {
  on.job(
    'writes a memory by keyboard alone, on any screen, and takes it back',
    async ({ page, api, go, heading, expectSound }, { scheme, width }) => {
      await go('/audit');
      await heading('Audit');
      await page.locator('body').press('c');
      const dialog = page.getByRole('dialog', { name: 'New memory' });
      await dialog.getByLabel('Content').and(page.locator(':focus')).waitFor();
      await page.keyboard.type(`The harbour of ${scheme} ${width} opens at six.`);
      await page.keyboard.press('Control+Enter');
      await page.getByText('Stored. Answers have it').waitFor();
      const stored = async () => {
        const { items } = (await api.get('/v1/memories?source=console')).body as { items: { title: string }[] };
        return items.map(({ title }) => title);
      };
      expect(await stored()).toContain(`The harbour of ${scheme} ${width} opens at six`);
      await expectSound();
      await page.locator('body').press('u');
      await page.getByText('Undone').waitFor();
      expect(await stored()).not.toContain(`The harbour of ${scheme} ${width} opens at six`);
    },
  );

  on.job(
    'writes a rule: who reads it, what it would stop, and whether it is known already',
    async ({ page, api, go, heading, expectSound }, { scheme, width }) => {
      const toolCalls = ['kubectl apply -f pod.yaml', 'git status'].map((target) => ({ act: 'run', target }));
      await api.post('/v1/messages', [
        { role: 'assistant', content: 'Deployed by hand.', toolCalls, externalId: 'by-hand', sessionKey: 'deploy' },
      ]);
      await go('/memories');
      await heading('Memories');
      await page.getByRole('button', { name: 'New memory' }).click();
      const dialog = page.getByRole('dialog', { name: 'New memory' });
      await dialog.getByLabel('Kind').selectOption('rule');
      await dialog.getByLabel('Content').fill('The billing window opens at 02:00 UTC.');
      await dialog.getByRole('note').getByRole('link', { name: 'Billing window' }).waitFor();
      await dialog.getByLabel('Content').fill(`Never deploy ${scheme} ${width} by hand.`);
      await dialog.getByLabel('Triggers').fill('kubectl apply*');
      await dialog.getByLabel('Triggers').press('Enter');
      const effect = dialog.getByRole('status', { name: 'Effect of the rule' });
      await effect.getByText('it would have stopped 1').waitFor();
      await effect.getByText('kubectl apply -f pod.yaml').waitFor();
      await dialog.getByLabel('Try an action').fill('kubectl get pods');
      await effect.getByText('It does not concern this action.').waitFor();
      await dialog.getByLabel('Readers').selectOption({ label: 'Only me' });
      await dialog.getByText('You and your agents find it, and nobody else.').waitFor();
      await expectSound(`new-memory-${scheme}-${width}`);
      await dialog.getByRole('button', { name: 'Store it' }).click();
      await page.getByText('Stored. Answers have it').waitFor();
      const { items } = (await api.get('/v1/memories?source=console')).body as { items: object[] };
      expect(items[0]).toMatchObject({
        ...{ category: 'rule', visibility: 'private', actionTriggers: ['kubectl apply*'] },
        content: `Never deploy ${scheme} ${width} by hand.`,
      });
    },
  );

  on.story('writes a memory from a selected text', async ({ page, go, heading }) => {
    await go('/memories');
    await page.getByRole('link', { name: /^RabbitMQ rather/ }).click();
    await heading(/^RabbitMQ rather/);
    await page.locator('.markdown p').first().click({ clickCount: 3 });
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New memory' });
    await dialog.getByLabel('Content').filter({ hasText: 'We decided to use RabbitMQ' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
}
