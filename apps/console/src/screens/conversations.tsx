import { Button, Group, TextInput } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useMessages } from '../api/pages.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Quote } from '../parts/quote.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';

const PAGE_ITEMS = 100;

/** Screen of all messages in a channel or a session, newest first; the list can be of any length. */
export function Conversations() {
  const { channel, session } = useSearch({ strict: false });
  const pages = useMessages({
    limit: PAGE_ITEMS,
    ...(channel && { channel }),
    ...(session && { sessionKey: session }),
  });
  return (
    <Page title="Conversations" says="Messages, newest first">
      <Where key={`${channel} ${session}`} channel={channel ?? ''} session={session ?? ''} />
      <Loaded of={pages}>
        {(messages) =>
          messages.length === 0 ? (
            <Empty title="Nothing was said here">
              <p>
                Leave channel and session empty to see everything, or <Link to="/imports">import conversations</Link>.
              </p>
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

function Where({ channel, session }: { channel: string; session: string }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState({ channel, session });
  const show = (event: FormEvent) => {
    event.preventDefault();
    void navigate({
      to: '/conversations',
      search: { channel: draft.channel || undefined, session: draft.session || undefined },
    });
  };
  return (
    <form onSubmit={show}>
      <Group align="flex-end">
        <TextInput
          label="Channel"
          placeholder="every one"
          value={draft.channel}
          onChange={(event) => setDraft({ ...draft, channel: event.currentTarget.value })}
        />
        <TextInput
          label="Session"
          placeholder="every one"
          value={draft.session}
          onChange={(event) => setDraft({ ...draft, session: event.currentTarget.value })}
        />
        <Button type="submit">Show</Button>
      </Group>
    </form>
  );
}
