import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Notes. */
export function noteStories(on: ConsoleStories): void {
  on.job('writes a note, reads it rendered, and edits only the version that was read', async (visit, look) => {
    const { page, api, go, expectSound, forgive } = visit;
    const path = `runbooks/deploy-${look.scheme}-${look.width}.md`;
    await go('/notes');
    await page.getByRole('button', { name: 'New note' }).click();
    await page.getByLabel('Path').fill(path);
    await page.getByLabel('Path').press('Enter');
    await page.getByLabel('Text of the note').fill('# Deploys\n\n- freeze on **Friday**\n');
    await page.getByRole('button', { name: 'Save' }).click();
    forgive(/404/);
    await page.getByRole('listitem').filter({ hasText: 'freeze on Friday' }).waitFor();
    await expectSound(`note-${look.scheme}-${look.width}`);

    await page.getByRole('button', { name: 'Edit' }).click();
    await api.call('PUT', '/v1/notes', { path, text: '# Deploys\n\nChanged by an agent.\n' });
    await page.getByLabel('Text of the note').fill('# Mine\n');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody changed it meanwhile.').waitFor();
    forgive(/409|412/);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await page.getByText('Changed by an agent.').waitFor();
    await page.getByText('2 versions').click();
    await page.getByRole('button', { name: 'Version 1' }).click();
    await page.getByRole('listitem').filter({ hasText: 'freeze on Friday' }).waitFor();
    await page.getByRole('button', { name: 'All notes' }).click();
    await page.getByRole('link', { name: path.split('/')[1]! }).waitFor();
    await expectSound(`notes-${look.scheme}-${look.width}`);
  });
}
