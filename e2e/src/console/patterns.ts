import type { ConsoleStories } from './visit.ts';

/** Stories of the screen Patterns. */
export function patternStories(on: ConsoleStories): void {
  on.job(
    'approves a pattern of a project and promotes it to everybody',
    async ({ page, api, go, expectSound }, look) => {
      const pattern = `Run the linter first, ${look.scheme} ${look.width}`;
      await api.post('/v1/patterns', {
        pattern,
        category: 'convention',
        project: 'shop',
        tags: ['ci'],
        confidence: 0.5,
      });
      const skill = `Drain the queue, ${look.scheme} ${look.width}`;
      await api.post('/v1/memories', { title: skill, content: `${skill}, then deploy.`, store: 'procedural' });
      await go('/patterns?scope=project&project=shop');
      await page.getByRole('tab', { name: 'Skills' }).click();
      await page.getByRole('link', { name: skill }).waitFor();
      await expectSound(`skills-${look.scheme}-${look.width}`);
      await page.getByRole('tab', { name: 'Patterns' }).click();
      await page.getByRole('link', { name: pattern }).waitFor();
      await expectSound(`patterns-${look.scheme}-${look.width}`);
      await page.getByRole('button', { name: `Approve ${pattern}` }).click();
      await page.getByText('Approved. Its confidence is').waitFor();
      await page.getByRole('button', { name: `Promote to everybody: ${pattern}` }).click();
      await page.getByText('The whole organisation follows it now.').waitFor();
      await page.getByText('The organisation', { exact: true }).click();
      await page.getByRole('link', { name: pattern }).waitFor();
      const { patterns } = (await api.get('/v1/patterns?scope=global')).body as { patterns: object[] };
      expect(patterns).toContainEqual(expect.objectContaining({ pattern, scope: 'global' }));
    },
  );
}
