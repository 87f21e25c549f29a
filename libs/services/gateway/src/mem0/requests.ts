import { limits, MemoryInput, RecallRequest, VisibilityInput } from '@cairn/contracts';
import { z } from 'zod';
import { entityFields, entityNames, refusal, requireEntity, type Entities } from './entities.ts';
import { Filters, readFilters, readFilterText } from './filters.ts';
import { Metadata, tagsOfMetadataFilter } from './metadata.ts';

/** Fields of mem0's clients that change nothing here. */
const withoutEffect = z.unknown().optional();
const ignored = {
  org_id: withoutEffect,
  project_id: withoutEffect,
  version: withoutEffect,
  output_format: withoutEffect,
  api_version: withoutEffect,
  async_mode: withoutEffect,
  source: withoutEffect,
};

const text = MemoryInput.shape.content;
const Part = z.object({ type: z.literal('text'), text: z.string() });
const Content = z
  .union([z.string(), z.array(Part).min(1)], { error: 'a text, or a list of { type: "text", text }' })
  .transform((content) => (typeof content === 'string' ? content : content.map((part) => part.text).join('\n')))
  .pipe(text);

const Turn = z.object({ role: z.string().min(1).max(50).default('user'), content: Content });
const turns = z.array(Turn).min(1).max(limits.batchItems.max);

/** The last second that a date can have. */
const LAST_SECOND = 8_640_000_000_000;
/** Seconds since 1970, as mem0 counts time, in milliseconds. */
const Seconds = z
  .number()
  .int()
  .min(0)
  .max(LAST_SECOND)
  .transform((seconds) => seconds * 1000);
const Day = z.iso.date();

export const AddRequest = z.strictObject({
  messages: z.preprocess((given) => (Array.isArray(given) ? given : [asTurn(given)]), turns),
  ...entityFields,
  filters: Filters.nullish(),
  metadata: Metadata.nullish(),
  infer: z
    .literal(false, {
      error: 'must be false or left out: Cairn has no model that infers facts, and stores each message word for word',
    })
    .nullish(),
  timestamp: Seconds.nullish(),
  expiration_date: Day.nullish(),
  visibility: VisibilityInput.optional(),
  ...ignored,
});

const asTurn = (given: unknown): unknown => (typeof given === 'string' ? { role: 'user', content: given } : given);

export const SearchRequest = z.strictObject({
  query: RecallRequest.shape.query,
  filters: Filters.nullish(),
  top_k: RecallRequest.shape.limit.unwrap().default(10),
  threshold: z.number().min(0).max(1).nullish(),
  metadata: Metadata.nullish(),
  rerank: withoutEffect,
  keyword_search: withoutEffect,
  latest_only: withoutEffect,
  ...ignored,
});

export const ListRequest = z.strictObject({ filters: Filters.nullish(), latest_only: withoutEffect, ...ignored });

const { min, max } = limits.limit;
const Page = z.strictObject({
  page: z.coerce.number<string>().int().min(1).default(1),
  page_size: z.coerce.number<string>().int().min(min).max(max).default(max),
});

export const ListQuery = Page.refine(({ page, page_size: size }) => (page - 1) * size <= limits.listSkip.max, {
  path: ['page'],
  message: `begins after the first ${limits.listSkip.max} memories, to which pages reach`,
});

export const UpdateRequest = z
  .strictObject({
    text: text.optional(),
    metadata: Metadata.optional(),
    expiration_date: Day.nullish(),
  })
  .refine(
    ({ text: fresh, metadata, expiration_date: until }) =>
      [fresh, metadata, until].some((value) => value !== undefined),
    'needs at least one of text, metadata, expiration_date',
  );

const Named = z.strictObject({ memory_id: z.string().min(1) });
const ofBatch = <Shape extends z.ZodType>(shape: Shape) =>
  z.strictObject({ memories: z.array(shape).min(1).max(limits.batchItems.max) });

export const BatchUpdateRequest = ofBatch(Named.extend({ text, metadata: Metadata.optional() }));
export const BatchDeleteRequest = ofBatch(Named);

export const DeleteQuery = z.strictObject({ delete_linked: z.enum(['false', 'False']).optional() });

export const DeleteAllQuery = z.strictObject({
  ...entityFields,
  filters: z.string().max(2_000).optional(),
  ...ignored,
});

/** Reads the ids of a new memory, which stand beside it or among the filters. */
export function entitiesOfAdd({ filters, ...request }: z.output<typeof AddRequest>): Entities {
  const { entities, metadataTags } = readFilters(filters ?? {});
  if (metadataTags.length > 0)
    throw refusal('filters.metadata', 'is no filter of a new memory', 'metadata beside filters');
  const all = readFilters({ AND: [entities, given(request)] }, 'messages').entities;
  requireEntity(all, { field: 'messages', takesAny: false });
  return all;
}

/** Reads whose memories a call reads, with the metadata that they must have. */
export function wantedBy(filters: Record<string, unknown>, metadata: Metadata | null | undefined) {
  const { entities, metadataTags } = readFilters(filters);
  requireEntity(entities, { field: 'filters', takesAny: true });
  return { entities, metadataTags: [...metadataTags, ...tagsOfMetadataFilter(metadata ?? {})] };
}

/** Reads whose memories are to be deleted. Metadata selects no deletion, and `*` neither. */
export function entitiesToDelete({ filters, ...request }: z.output<typeof DeleteAllQuery>): Entities {
  const named = filters === undefined ? {} : readFilterText(filters);
  const { entities, metadataTags } = readFilters({ AND: [named, given(request)] });
  if (metadataTags.length > 0) throw refusal('filters.metadata', 'selects no deletion', entityNames.join(', '));
  requireEntity(entities, { field: 'filters', takesAny: false });
  return entities;
}

const given = (entities: Entities): Record<string, string> =>
  Object.fromEntries(entityNames.flatMap((name) => (entities[name] === undefined ? [] : [[name, entities[name]]])));
