import { Injectable } from '@nestjs/common';
import {
  READ_BY_IMPORTER,
  MEANING_READ_BY_KEY,
  type ItemId,
  type Meaning,
  type Memory,
  type MemoryInput,
  type Mention,
  type RelationInput,
  type Statement,
} from '@cairn/contracts';
import { isImportedUnread, isTrustedWriter, type Principal, type Scope } from '@cairn/domain';
import { englishReader, repositoryOf } from '@cairn/graph';
import { readMeaning, understoodLines } from '@cairn/text';
import { histories, type Histories, rulings, type Rulings } from '@cairn/store';
import { Uses } from '@cairn/platform';

/** The fields of a memory from which `ReadBack` describes its meaning, in the form of a request. */
type ReadBackFields = Pick<
  MemoryInput,
  'category' | 'title' | 'content' | 'channel' | 'subject' | 'attribute' | 'actionTriggers'
> &
  Meaning & { readonly provenance: Readonly<Record<string, string>> };

/** Returns the fields of a stored memory from which its meaning is described. */
const readBackFieldsOf = ({ channel, subject, attribute, ...memory }: Memory): ReadBackFields => ({
  ...memory,
  ...(channel !== null && { channel }),
  ...(subject !== null && { subject }),
  ...(attribute !== null && { attribute }),
});

interface Known {
  readonly relations: readonly RelationInput[] | undefined;
  readonly isTrusted: boolean;
  /** Meaning fields that were given for a former text. */
  readonly former?: ReadonlySet<keyof Meaning>;
}

/** Says how the server has understood a new memory. */
export const describeUnderstanding = (
  author: Principal,
  input: MemoryInput,
  former?: ReadonlySet<keyof Meaning>,
): Promise<string[]> => {
  const isTrusted = isTrustedWriter(author) && !isImportedUnread(input);
  return understoodOf(input, { relations: input.relations, isTrusted, ...(former && { former }) });
};

/** Says how the server has understood stored memories, and where each part comes from. */
@Injectable()
export class ReadBack {
  constructor(
    @Uses(histories) private readonly histories: Histories,
    @Uses(rulings) private readonly rulings: Rulings,
  ) {}

  /** Describes one memory. `former` lists the meaning fields that were given for a former text. */
  async of(scope: Scope, memory: Memory, former?: ReadonlySet<keyof Meaning>): Promise<string[]> {
    const id = memory.id as ItemId;
    const [[history], [ruling]] = await Promise.all([
      this.histories.of({ scope, ids: [id] }),
      this.rulings.of({ scope, ids: [id] }),
    ]);
    const isTrusted = ruling?.isTrusted ?? false;
    return understoodOf(readBackFieldsOf(memory), {
      relations: history?.relations,
      isTrusted,
      ...(former && { former }),
    });
  }
}

async function understoodOf(
  said: ReadBackFields,
  { relations, isTrusted, former = new Set() }: Known,
): Promise<string[]> {
  const { category, title, content, channel } = said;
  const readEnglish = await englishReader();
  // Reads the same fields as the graph does, so that the graph finds the text in its cache.
  const statements = readEnglish({ title, content, evidence: { memoryId: '' }, saidAt: 0, ...repositoryOf(channel) });
  return understoodLines({
    ...{ category, isTrusted },
    given: { ...said, relations, former, isByImporter: said.provenance[MEANING_READ_BY_KEY] === READ_BY_IMPORTER },
    read: { ...readMeaning(said), relations: statements.map(relationOf) },
  });
}

const relationOf = ({ from, type, to, says, confidence }: Statement) => ({
  ...{ from: spokenName(from), type, to: spokenName(to), says, confidence },
});

/** Shows an entity by the alias in the text, such as `zither service` for an entity stored as zither. */
const spokenName = ({ name, aliases = [] }: Mention): string =>
  aliases.find((alias) => alias.startsWith(`${name} `)) ?? name;
