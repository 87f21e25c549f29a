import { Controller } from '@nestjs/common';
import { CairnError, type Message, type MessageId, type NoteLinesResponse, type ParsedInput } from '@cairn/contracts';
import { scopeOf, type Principal, type Scope } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { LINES_DEFAULT, normaliseNotePath, parseCitation, readLines } from '@cairn/notes';
import { ItemReader } from '@cairn/ports';
import { notes, type Notes } from '@cairn/store';
import { z } from 'zod';

/** The most turns of a session that are loaded. */
const TURNS_MAX = 10_000;

/** `memory_get`: returns lines of a note, of one of its versions, or of a session. */
@Controller()
export class NoteLinesController {
  constructor(
    @Uses(notes) private readonly notes: Notes,
    private readonly items: ItemReader,
  ) {}

  @Serves('noteLines')
  async read(principal: Principal, { body: request }: ParsedInput<'noteLines'>): Promise<NoteLinesResponse> {
    const cited = parseCitation(request.path);
    const path = cited?.path ?? request.path;
    const from = request.from ?? cited?.startLine ?? 1;
    const asked = { from, lines: request.lines ?? linesOf(cited, request.from) };
    const scope = scopeOf(principal, request.channel);
    const session = /^sessions\/(.+)\.jsonl$/s.exec(path)?.[1];
    if (session !== undefined) {
      const text = await this.sessionText(scope, session, request.channel);
      return { ...readLines(text, asked), path, from, status: 'ok' };
    }
    const known = normaliseNotePath(path);
    const note = await this.notes.find({ scope, workspace: request.workspace, path: known, version: request.version });
    if (!note) throw unknownNoteError(known);
    const { noteId, title, version } = note;
    return { ...readLines(note.text, asked), path: known, from, status: 'ok', noteId, title, version };
  }

  /** Builds the text of a session. Turn n is line n + 1, and a message that the scope does not see is an empty line. */
  private async sessionText(scope: Scope, key: string, channel: string | undefined): Promise<string> {
    const filter = { kind: 'message', channel, sessionKey: key } as const;
    const messages = (await this.items.list(scope, filter, { order: 'stored', limit: TURNS_MAX })) as Message[];
    const [alone] = messages.length > 0 ? [] : await this.messageAlone(scope, key);
    if (alone) return lineOf(alone);
    if (messages.length === 0) throw unknownNoteError(`sessions/${key}.jsonl`);
    const byTurn = Map.groupBy(messages, ({ turn }) => turn);
    const last = Math.max(...byTurn.keys());
    return Array.from({ length: last + 1 }, (_, turn) => (byTurn.get(turn) ?? []).map(lineOf).join(' ')).join('\n');
  }

  private async messageAlone(scope: Scope, id: string): Promise<Message[]> {
    if (!z.uuid().safeParse(id).success) return [];
    const found = await this.items.find(scope, 'message', id as MessageId);
    return found?.kind === 'message' && found.sessionKey === null ? [found] : [];
  }
}

/** Number of lines to return. A call with a citation gets the cited lines, unless it starts at another line. */
const linesOf = (cited: ReturnType<typeof parseCitation>, from: number | undefined): number =>
  cited && from === undefined ? cited.endLine - cited.startLine + 1 : LINES_DEFAULT;

const lineOf = ({ role, speaker, content, timestamp }: Message): string =>
  JSON.stringify({ role, ...(speaker !== null && { speaker }), content, timestamp });

const unknownNoteError = (path: string) =>
  new CairnError('note/unknown', `The workspace has no note ${JSON.stringify(path)}, or not in this version.`);
