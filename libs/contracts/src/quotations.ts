import { z } from 'zod';
import { categories, EpochMs, ItemState } from './vocabulary.ts';

/** Verbatim quotation from an item, with its position. */
export const Quotation = z
  .object({
    id: z.uuid().describe('The memory or message that says it'),
    kind: z.enum([...categories, 'message']).describe('Category of a memory, or message'),
    title: z.string().describe('Title; for a message, its speaker'),
    section: z.array(z.string()).optional().describe('Headings above it, outermost first'),
    text: z.string().describe('Word for word'),
    at: EpochMs.describe('When it was said or became true; where that is unknown, when it was stored'),
    state: ItemState,
  })
  .meta({ id: 'Quotation' });
export type Quotation = z.infer<typeof Quotation>;
