import { Controller } from '@nestjs/common';
import { CairnError, type Item, type ItemId, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import {
  asBaseMember,
  authorOf,
  mayReachBase,
  peerChannelKind,
  scopeOf,
  type Principal,
  type Scope,
} from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { ItemReader } from '@cairn/ports';
import {
  blockedBy,
  forgetting,
  type Forgetting,
  knowledgeBases,
  type KnowledgeBases,
  selectItems,
  selectNotes,
  type SelectedItems,
} from '@cairn/store';
import { IDENTIFIER_FORMS_MAX, identifierParts, readIdentifiers } from '@cairn/text';
import { v7 as uuidv7 } from 'uuid';
import { PrivateReach } from './items/private-reach.ts';
import { excerptsOf } from './matching-excerpt.ts';

const PREVIEW_EXAMPLES = 5;
const EXAMPLE_CHARS = 200;

type Preview = NonNullable<RouteOutput<'forgetMany'>['preview']>;
type Selectors = Pick<ParsedInput<'forgetMany'>['body'], 'channel' | 'contains' | 'identifier'>;

/** Routes of acts of forgetting. They preview a selection, and forget it once the caller confirms. */
@Controller()
export class ForgetsController {
  constructor(
    @Uses(forgetting) private readonly forgetting: Forgetting,
    private readonly items: ItemReader,
    @Uses(knowledgeBases) private readonly bases: KnowledgeBases,
    private readonly reach: PrivateReach,
  ) {}

  @Serves('forgetMany')
  async forgetMany(caller: Principal, { body }: ParsedInput<'forgetMany'>): Promise<RouteOutput<'forgetMany'>> {
    const { confirm, ids, privateOf, ...names } = body;
    const author = await this.reach.of(caller, privateOf, 'forgetMany');
    requireIdentifier(names.identifier);
    const selection = { ...names, ids: ids as ItemId[] | undefined };
    const scope = await this.scopeFor(author, body);
    if (!confirm) {
      const plan = { scope, role: author.role, selection };
      const selected = await selectItems(this.forgetting, plan);
      const { notes, hasMore } = await selectNotes(this.forgetting, plan, selected);
      const blocks = blockedBy(selection)?.what;
      const named = notes.length > 0 && { notes: [...notes], ...(hasMore && { hasMoreNotes: true }) };
      const beside = { ...named, ...(blocks && { blocks }) };
      return { confirmed: false, preview: { ...(await this.preview(scope, selected, names)), ...beside } };
    }
    const id = uuidv7();
    await this.forgetting.begin({ scope, role: author.role, selection, id });
    return { confirmed: true, id };
  }

  @Serves('forgetCertificate')
  async forgetCertificate(
    caller: Principal,
    { params: { id } }: ParsedInput<'forgetCertificate'>,
  ): Promise<RouteOutput<'forgetCertificate'>> {
    const certificate = await this.forgetting.certificate({ author: authorOf(caller), id });
    if (!certificate) throw new CairnError('forget/unknown', `You have begun no act of forgetting ${id}.`);
    return certificate;
  }

  /**
   * A selection by what items say also reaches the documents of the knowledge bases that the call reaches; without a
   * channel, also those of bases of any channel that is open to the caller and belongs to no peer.
   */
  private async scopeFor(author: Principal, { channel, contains, identifier }: Selectors): Promise<Scope> {
    if (contains === undefined && identifier === undefined) return scopeOf(author, channel);
    const bases = await this.bases.list({ orgId: author.orgId });
    const isOfPeer = (scope: string) => peerChannelKind(scope, author.peerPrefixes) === 'peer';
    const reached = bases.filter((base) => {
      const own = base.scope === null || isOfPeer(base.scope) ? undefined : base.scope;
      return mayReachBase(author, base, channel ?? own);
    });
    const member = reached.reduce((within, { knowledgeBaseId }) => asBaseMember(within, knowledgeBaseId), author);
    return scopeOf(member, channel);
  }

  private async preview(
    scope: Scope,
    { items, others, changed }: SelectedItems,
    selectors: Selectors,
  ): Promise<Preview> {
    const memories = items.filter(({ kind }) => kind === 'memory').length;
    const newest = items.slice(-PREVIEW_EXAMPLES);
    const found = await Promise.all(newest.map(({ kind, id }) => this.items.find(scope, kind, id)));
    const excerptOf = excerptsOf(selectors);
    // An item that was deleted meanwhile is not found.
    const examples = found.flatMap((item) => (item ? [exampleOf(item, excerptOf)] : [])).reverse();
    return { messages: items.length - memories, memories, changed, others, examples };
  }
}

function exampleOf(item: Item, excerptOf: ReturnType<typeof excerptsOf>): Preview['examples'][number] {
  const { kind, id, timestamp, content } = item;
  const title = kind === 'memory' ? item.title : undefined;
  const excerpt = excerptOf?.({ title, content });
  const text = (title ?? content).slice(0, EXAMPLE_CHARS);
  return { kind, id, text, timestamp, ...(excerpt !== undefined && { excerpt }) };
}

/** Refuses a text that names nothing or gives too many forms, since it would match nothing whatever is stored. */
function requireIdentifier(identifier: string | undefined): void {
  if (identifier === undefined || readIdentifiers(identifier)) return;
  const message =
    identifierParts(identifier).length > IDENTIFIER_FORMS_MAX
      ? `has more than ${IDENTIFIER_FORMS_MAX} forms of the same; send several requests`
      : 'names no address, number, code, path, day or name; `contains` takes any text';
  throw new CairnError('request/invalid', `identifier ${message}`, { issues: [{ field: 'identifier', message }] });
}
