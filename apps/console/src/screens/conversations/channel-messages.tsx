import { Button, Group, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useMessages } from '../../api/pages.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Quote } from '../../parts/quote.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { VirtualList } from '../../parts/virtual-list.tsx';

const PAGE_ITEMS = 100;

/** All messages of a channel, newest first, those without a session too; the list can be of any length. */
export function ChannelMessages() {
  const [{ channel }, set] = useFilters('/conversations');
  const [draft, setDraft] = useState(channel ?? '');
  const pages = useMessages({ limit: PAGE_ITEMS, ...(channel && { channel }) });
  const show = (event: FormEvent) => {
    event.preventDefault();
    set({ channel: draft || undefined });
  };
  return (
    <Page
      title="Messages"
      says="All messages, newest first"
      actions={
        <Button component={Link} to="/conversations" variant="default" size="xs">
          Conversations
        </Button>
      }
    >
      <form onSubmit={show}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Channel"
            placeholder="all"
            value={draft}
            onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          />
          <Button type="submit" variant="default">
            Filter
          </Button>
        </Group>
      </form>
      <Loaded of={pages}>
        {(messages) =>
          messages.length === 0 ? (
            <Empty title="No message there">
              <Link to="/conversations">Show all conversations</Link>, or <Link to="/imports">import some</Link>.
            </Empty>
          ) : (
            <VirtualList label="Messages" rows={messages} estimatePx={84} keyOf={({ id }) => id} onEnd={pages.more}>
              {(message) => (
                <div className="row">
                  <Quote {...message} />
                </div>
              )}
            </VirtualList>
          )
        }
      </Loaded>
    </Page>
  );
}
