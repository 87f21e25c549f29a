import { expectSoundPage, looks, type ConsoleStories, type Look } from './visit.ts';

/** Addresses of all screens, with some of their states. */
const addresses = [
  ...['/', '/ask', '/ask?q=invoices', '/ask?q=invoices&compare=graph', '/review', '/memories'],
  ...[
    '/review?tab=repetitions',
    '/review?tab=ending',
    '/review?tab=reported',
    '/review?tab=rules',
    '/decisions',
    '/decisions?q=RabbitMQ',
    '/rules',
  ],
  ...[
    '/conversations',
    '/conversations?session=standup&channel=billing',
    '/conversations?view=messages',
    '/notes',
    '/documents',
    '/patterns',
    '/ownership',
    '/ownership?entity=billing',
    '/agents',
  ],
  ...[
    '/people',
    '/people?invite=1',
    '/join',
    '/people?tab=keys',
    '/people?tab=teams',
    '/imports',
    '/health',
    '/audit',
    '/settings',
    '/nowhere',
  ],
];

/** Stories that visit every screen. */
export function everyScreenStories(on: ConsoleStories): void {
  for (const look of looks)
    on.story(`reads well with ${look.scheme} colours and ${look.width} pixels, on every screen`, async (visit) => {
      await visit.useLook(look);
      for (const address of addresses) {
        await visit.go(address);
        await visit.page.getByRole('heading').first().waitFor();
        await expectSoundPage(visit.watched, nameOfPicture(address, look)).catch((error: unknown) => {
          throw new Error(`On ${address}`, { cause: error });
        });
      }
    });

  on.story('leads from the earlier addresses of screens to the present ones', async ({ page, go, heading }) => {
    await go('/recall?q=invoices');
    await heading('Ask');
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/console/ask?q=invoices');
    await go('/operations');
    await heading('Health');
  });
}

/** Screens whose pictures the documentation shows, by address. */
const pictures: Readonly<Record<string, string>> = {
  '/ask?q=invoices': 'ask',
  '/conversations': 'conversations',
  '/ownership?entity=billing': 'ownership',
  '/agents': 'agents',
  '/people': 'people',
  '/imports': 'imports',
  '/health': 'health',
};

/** Name of a screenshot: one of the documentation, or one for visual review. */
function nameOfPicture(address: string, { scheme, width }: Look): string {
  const shown = scheme === 'light' && width > 360 ? pictures[address] : undefined;
  return shown ?? `all/${address.replaceAll(/\W+/g, '-')}-${scheme}-${width}`;
}
