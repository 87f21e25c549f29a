import { expectSoundPage, looksInWords, looksOfJob, type ConsoleStories, type Look, type Visit } from './visit.ts';

/** Addresses of all screens, with some of their states, in parts that one test each visits. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'Home and Ask': ['/', '/ask', '/ask?q=invoices', '/ask?q=invoices&compare=graph'],
  Review: [
    '/review',
    '/review?tab=repetitions',
    '/review?tab=ending',
    '/review?tab=reported',
    '/review?tab=rules',
    '/review?tab=imported',
    '/settings',
  ],
  Knowledge: ['/memories', '/decisions', '/decisions?q=RabbitMQ', '/rules', '/notes', '/documents', '/patterns'],
  'Conversations and Ownership': [
    '/conversations',
    '/conversations?session=standup&channel=billing',
    '/conversations?view=messages',
    '/ownership',
    '/ownership?entity=billing',
  ],
  Team: ['/agents', '/people', '/people?invite=1', '/join', '/people?tab=keys', '/people?tab=teams', '/imports'],
  'Health and Audit': ['/health', '/audit', '/nowhere'],
};

/** Stories that visit every screen. */
export function everyScreenStories(on: ConsoleStories): void {
  for (const [part, addresses] of Object.entries(parts))
    on.story(`reads well on every screen of ${part}, ${looksInWords}`, async (visit) => {
      for (const [place, address] of addresses.entries()) {
        // Half of the screens are loaded in one look and then shown in the other, the other half the other way round.
        const [first, ...others] = place % 2 === 0 ? looksOfJob : looksOfJob.toReversed();
        await visit.useLook(first!);
        await visit.go(address);
        await visit.page.getByRole('heading').first().waitFor();
        await expectSoundIn(visit, address, first!);
        for (const look of others) {
          await visit.changeLook(look);
          await expectSoundIn(visit, address, look);
        }
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

const expectSoundIn = (visit: Visit, address: string, look: Look) =>
  expectSoundPage(visit.watched, nameOfPicture(address, look)).catch((error: unknown) => {
    throw new Error(`On ${address} (${look.scheme}, ${look.width} px)`, { cause: error });
  });

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
