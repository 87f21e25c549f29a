import { Controller } from '@nestjs/common';
import { CairnError, type ItemId, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal, type Scope, authorOf } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { ItemReader, type Pointer } from '@cairn/ports';
import { blockedBy, forgetting, type Forgetting, selectItems, type SelectedItems } from '@cairn/store';
import { IDENTIFIER_FORMS_MAX, identifierParts, readIdentifiers } from '@cairn/text';
import { v7 as uuidv7 } from 'uuid';
import { PrivateReach } from './items/private-reach.ts';

const PREVIEW_EXAMPLES = 5;
const EXAMPLE_CHARS = 200;

type Preview = NonNullable<RouteOutput<'forgetMany'>['preview']>;

/** Routes of acts of forgetting. They preview a selection, and forget it once the caller confirms. */
@Controller()
export class ForgetsController {
  constructor(
    @Uses(forgetting) private readonly forgetting: Forgetting,
    private readonly items: ItemReader,
    private readonly reach: PrivateReach,
  ) {}

  @Serves('forgetMany')
  async forgetMany(caller: Principal, { body }: ParsedInput<'forgetMany'>): Promise<RouteOutput<'forgetMany'>> {
    const { confirm, ids, privateOf, ...names } = body;
    const author = await this.reach.of(caller, privateOf, 'forgetMany');
    const scope = scopeOf(author, body.channel);
    requireIdentifier(names.identifier);
    const selection = { ...names, ids: ids as ItemId[] | undefined };
    if (!confirm) {
      const selected = await selectItems(this.forgetting, { scope, role: author.role, selection });
      const blocks = blockedBy(selection)?.what;
      return { confirmed: false, preview: { ...(await this.preview(scope, selected)), ...(blocks && { blocks }) } };
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

  private async preview(scope: Scope, { items, others, changed }: SelectedItems): Promise<Preview> {
    const memories = items.filter(({ kind }) => kind === 'memory').length;
    const examples = await Promise.all(items.slice(-PREVIEW_EXAMPLES).map((pointer) => this.exampleOf(scope, pointer)));
    return { messages: items.length - memories, memories, changed, others, examples: examples.flat().reverse() };
  }

  /** Describes an item for a preview. Returns nothing for an item that was deleted meanwhile. */
  private async exampleOf(scope: Scope, { kind, id }: Pointer): Promise<Preview['examples']> {
    const item = await this.items.find(scope, kind, id);
    if (!item) return [];
    const text = item.kind === 'memory' ? item.title : item.content;
    return [{ kind, id, text: text.slice(0, EXAMPLE_CHARS), timestamp: item.timestamp }];
  }
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
