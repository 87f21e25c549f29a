import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../api/pages.ts';
import { useRoute } from '../../api/queries.ts';
import { formatCount } from '../../parts/counted.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { openNewMemory } from '../../parts/memory-form/new-memory.ts';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { Page } from '../../parts/page.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { toast } from '../../parts/toast.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { When } from '../../parts/when.tsx';
import { selectionIn } from './selection-in.ts';

type Message = RouteOutput<'listMessages'>['items'][number];
type Derived = RouteOutput<'derivedMemories'>['memories'][number];

const PAGE_ITEMS = 100;
const TITLE_CHARS = 100;

/** One conversation, in the order in which it was said, with the memories that were made of it. */
export function ReadConversation({ sessionKey }: { sessionKey: string }) {
  const [{ channel, message }] = useFilters('/conversations');
  const reach = channel ? { channel } : {};
  const pages = useMessages({ limit: PAGE_ITEMS, sessionKey, order: 'stored', ...reach });
  const derived = useRoute('derivedMemories', { query: { sessionKey, ...reach } });
  const memoriesByMessage = byMessage(derived.data?.memories ?? []);
  const messages = pages.data ?? [];
  const { chosen, choose, save } = useChosen(messages);
  return (
    <Page
      title={titleOf(messages) ?? 'Conversation'}
      says={<Facts messages={messages} hasMore={pages.hasMore ?? false} kept={derived.data?.memories.length ?? 0} />}
      actions={
        <>
          <Button component={Link} to="/conversations" variant="default" size="xs">
            All conversations
          </Button>
          <Button size="xs" aria-keyshortcuts="c" onMouseDown={(event) => event.preventDefault()} onClick={save}>
            Save as a memory
          </Button>
        </>
      }
    >
      <Text size="sm" c="dimmed" role="status">
        {chosen.size === 0
          ? 'Mark text, or choose messages, to save them as a memory.'
          : `${formatCount(chosen.size, 'message')} chosen.`}
      </Text>
      <Loaded of={pages}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="No message of this conversation">
              It may be forgotten, or belong to somebody else. <Link to="/conversations">Show all conversations</Link>
            </Empty>
          ) : (
            <VirtualList label="Messages" rows={all} estimatePx={96} keyOf={({ id }) => id} onEnd={pages.more}>
              {(one) => (
                <Turn
                  message={one}
                  isMarked={one.id === message}
                  isChosen={chosen.has(one.id)}
                  onChoose={() => choose(one.id)}
                  memories={memoriesByMessage.get(one.id) ?? []}
                />
              )}
            </VirtualList>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Messages that the reader chose, and the form that saves them or the marked text. The key `c` opens it, too. */
function useChosen(messages: readonly Message[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const save = () => {
    const { content, sourceIds, channel: from, project } = selectionIn(messages, chosen);
    if (content === '') return toast('Mark text or choose messages first.');
    const place = { channel: from ?? '', project: project ?? '' };
    openNewMemory({ content, sourceIds, ...place, readers: 'private', onStored: () => setChosen(new Set()) });
  };
  const isSelected = () => selectionIn(messages, chosen).content !== '';
  useKeys(
    (event) => {
      if (event.key !== 'c' || !isSelected()) return;
      event.preventDefault();
      save();
    },
    { isFirst: true },
  );
  return { chosen, choose, save };
}

function titleOf(messages: readonly Message[]): string | undefined {
  const first = messages.find(({ role }) => role === 'user') ?? messages[0];
  const line = first?.content.trim().split('\n', 1)[0];
  return line && line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS)}…` : line;
}

function byMessage(memories: readonly Derived[]): Map<string, Derived[]> {
  const found = new Map<string, Derived[]>();
  for (const memory of memories) for (const id of memory.messageIds) found.set(id, [...(found.get(id) ?? []), memory]);
  return found;
}

const Facts = ({ messages, hasMore, kept }: { messages: readonly Message[]; hasMore: boolean; kept: number }) => {
  const last = messages.at(-1);
  if (!last) return null;
  const { author, project, channel, source } = last;
  const facts = [author, project, channel, source].filter((fact) => typeof fact === 'string' && fact !== '');
  return (
    <>
      {facts.map((fact, place) => (
        <span key={place}>
          <StoredName>{fact!}</StoredName> ·{' '}
        </span>
      ))}
      {hasMore ? `more than ${messages.length} messages` : formatCount(messages.length, 'message')} ·{' '}
      {formatCount(kept, 'memory', 'memories')} made of it
    </>
  );
};

interface TurnProps {
  readonly message: Message;
  readonly isMarked: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly memories: readonly Derived[];
}

const roleNames: Readonly<Record<string, string>> = { user: 'Person', assistant: 'Agent' };

const Turn = ({ message, isMarked, isChosen, onChoose, memories }: TurnProps) => {
  const { id, role, speaker, content, timestamp, createdAt } = message;
  const who = speaker ?? roleNames[role] ?? role;
  return (
    <article className={`turn turn-${role}`} data-message={id} data-marked={isMarked || memories.length > 0}>
      <Group gap="xs" mb={4} wrap="nowrap">
        <Checkbox
          size="xs"
          checked={isChosen}
          onChange={onChoose}
          aria-label={`Choose this message of ${who}`}
          data-row-target=""
        />
        <Text size="sm" fw={600}>
          <StoredName>{who}</StoredName>
        </Text>
        {speaker !== null && (
          <Text size="xs" c="dimmed">
            {roleNames[role] ?? role}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          <When at={timestamp ?? createdAt} />
        </Text>
      </Group>
      <StoredText>{content}</StoredText>
      {memories.map(({ memoryId, title, state }) => (
        <Text key={memoryId} size="sm" mt={4}>
          {state === 'proposed' ? 'Proposed' : state === 'active' ? 'Kept' : `Kept, now ${state}`} as{' '}
          <MemoryLink id={memoryId}>
            <StoredName>{title}</StoredName>
          </MemoryLink>
        </Text>
      ))}
    </article>
  );
};
