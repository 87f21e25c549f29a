import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Hits that the demo's questions must find in the demo team's memory. */
export const demoAnswers = [/captured at boarding/i, /pager|postgres/i, /buttons.*dock/i];

export const shown = (hit: { title?: string; content: string }) => `${hit.title ?? ''} ${hit.content}`;

export interface Row {
  readonly id: string;
  readonly conversation: string;
  readonly [field: string]: unknown;
}

export function writeJsonl(
  dir: string,
  files: { readonly messages?: readonly Row[]; readonly memories?: readonly Row[] },
): string {
  mkdirSync(dir, { recursive: true });
  for (const [name, rows] of Object.entries(files))
    writeFileSync(join(dir, `${name}.jsonl`), rows.map((row: Row) => `${JSON.stringify(row)}\n`).join(''));
  return dir;
}

/** Creates a folder with three messages, one of them blank, and two memories. */
export const smallFolder = (folder: string) =>
  writeJsonl(join(folder, 'small'), {
    messages: [
      {
        id: 'm1',
        conversation: 'garden',
        channel: 'plants',
        sessionKey: 's1',
        speaker: 'Rosa',
        role: 'user',
        content: 'The tomatoes need shade after noon.',
        timestamp: 1_700_000_000_000,
      },
      {
        id: 'm2',
        conversation: 'garden',
        channel: 'plants',
        sessionKey: 's1',
        speaker: 'Paul',
        role: 'user',
        content: 'Then I move them behind the shed.',
        timestamp: 1_700_000_060_000,
      },
      {
        id: 'm3',
        conversation: 'garden',
        channel: 'plants',
        sessionKey: 's1',
        speaker: 'Rosa',
        role: 'user',
        content: '   ',
        timestamp: 0,
      },
    ],
    memories: [
      {
        id: 'k1',
        conversation: 'garden',
        title: 'Watering',
        content: 'Rosa waters the beds before sunrise.',
        timestamp: 0,
      },
      {
        id: 'k2',
        conversation: '_directory',
        title: 'Invoices go out on the first',
        content: 'Customers get their bill at the start of each month.',
        category: 'rule',
      },
    ],
  });
