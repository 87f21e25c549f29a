import { clients, readValueAt } from '@cairn/connect';
import { clientPages } from './client-pages.ts';

const [overview, ...pages] = clientPages.map(({ text }) => text());

it.each(clients.map((client, at) => [client.id, client, pages[at]!] as const))(
  'tells how %s is connected, with lines that hold as they are',
  (id, { format, servers, title, secrets }, page) => {
    const blocks = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
      ([, language, text]) => [language, text!] as const,
    );

    expect(page.startsWith(`# ${title}\n`)).toBe(true);
    expect(blocks).toHaveLength(1 + Object.keys(secrets ?? {}).length);
    for (const [language, text] of blocks) {
      expect(language).toBe(format);
      expect(readValueAt(text, format, [...servers, 'cairn'])).toBeDefined();
    }
    expect(page).toContain(`cairn disconnect ${id}`);
    expect(page).not.toMatch(/undefined|\/home\//);
    expect(overview).toContain(`(${id}.md)`);
  },
);
