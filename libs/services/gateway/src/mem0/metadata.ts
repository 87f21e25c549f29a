import { IMPORT_ID, IMPORT_KIND, limits } from '@cairn/contracts';
import { z } from 'zod';
import { refusal } from './entities.ts';

/** Metadata of mem0: any JSON by name. */
export const Metadata = z.record(z.string(), z.json());
export type Metadata = z.infer<typeof Metadata>;

const PREFIX = 'metadata:';
const SPARE_TAGS = 10;
const VALUE_MAX = limits.provenanceValue.max;
/** Entries of the provenance that are no metadata. */
const reserved: readonly string[] = [IMPORT_ID, IMPORT_KIND];

/**
 * Returns the provenance that keeps metadata. A text stays as it is, unless it reads as JSON: then, as every other value, it
 * is kept as JSON, so that each value comes back with its type.
 */
export function provenanceOfMetadata(metadata: Metadata): Record<string, string> {
  const names = Object.keys(metadata);
  const { max } = limits.provenance;
  if (names.length > max) throw refusal('metadata', `has ${names.length} entries`, `at most ${max}`);
  return Object.fromEntries(names.map((name) => [requireName(name), textOf(name, metadata[name])]));
}

export const metadataOfProvenance = (provenance: Readonly<Record<string, string>>): Metadata =>
  Object.fromEntries(
    Object.entries(provenance)
      .filter(([name]) => !reserved.includes(name))
      .map(([name, text]) => [name, readsAsJson(text) ? (JSON.parse(text) as Metadata[string]) : text]),
  );

/** Returns the tags by which metadata is filtered: of texts, numbers and truth values that are short enough. */
export function tagsOfMetadata(metadata: Metadata): string[] {
  const tags = Object.entries(metadata).flatMap(([name, value]) => tagOf(name, value) ?? []);
  return tags.slice(0, limits.tags.max - SPARE_TAGS);
}

export const isMetadataTag = (tag: string): boolean => tag.startsWith(PREFIX);

/** Returns the tags of a filter of metadata. Fails for a value that has none, since it would match nothing. */
export const tagsOfMetadataFilter = (metadata: Metadata): string[] =>
  Object.entries(metadata).map(([name, value]) => {
    const tag = tagOf(name, value);
    const allowed = `a text, number or truth value, with its name at most ${limits.tag.max - PREFIX.length - 1} characters`;
    if (tag === undefined) throw refusal(`filters.metadata.${name}`, 'cannot be filtered by', allowed);
    return tag;
  });

function tagOf(name: string, value: unknown): string | undefined {
  if (typeof value === 'object' || name.includes('=')) return undefined;
  const tag = `${PREFIX}${name}=${textOf(name, value)}`;
  return tag.length <= limits.tag.max && tag === tag.trim() ? tag : undefined;
}

function requireName(name: string): string {
  if (name !== '' && !reserved.includes(name) && name.length <= VALUE_MAX) return name;
  throw refusal(
    `metadata.${name.slice(0, 50)}`,
    'is no name for metadata',
    `1 to ${VALUE_MAX} characters, not ${reserved.join(' or ')}`,
  );
}

function textOf(name: string, value: unknown): string {
  const isPlain = typeof value === 'string' && value !== '' && !readsAsJson(value);
  const text = isPlain ? value : JSON.stringify(value);
  if (text.length <= VALUE_MAX) return text;
  throw refusal(`metadata.${name}`, `has ${text.length} characters`, `at most ${VALUE_MAX}`);
}

function readsAsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
