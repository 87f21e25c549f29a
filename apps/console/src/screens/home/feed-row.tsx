import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { CorrectDialog } from '../../parts/correct/correct-dialog.tsx';
import { gistOf } from '../../parts/first-line.ts';
import { headlineOf, isSameText } from '../../parts/is-same-text.ts';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StateChips } from '../../parts/state-chips.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { ROW_TARGET } from '../../parts/use-row-keys.ts';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import type { FeedEntry } from './feed-groups.ts';
import { actOnEntry } from './entry-acts.ts';

/** Memory or proposal of the feed, with what a person can do about it. */
export function FeedRow({ entry }: { entry: FeedEntry }) {
  const { memoryId, title, text, category, channel, state, at, validTo, replaces } = entry;
  const headline = headlineOf({ title, text });
  const [isCorrecting, setCorrecting] = useState(false);
  const mayWrite = useMay('writer');
  return (
    <article className="feed-row" aria-label={title}>
      <div className="feed-head">
        <MemoryLink id={memoryId} channel={channel} c="inherit" fw={600} size="sm" {...ROW_TARGET}>
          <StoredName>{headline}</StoredName>
        </MemoryLink>
        <Group gap="xs" wrap="nowrap">
          <StateChips state={state} validTo={validTo} />
          <Text span size="xs" c="dimmed">
            {category}
          </Text>
          <Text span size="xs" c="dimmed">
            <When at={at} />
          </Text>
        </Group>
      </div>
      {!isSameText(text, headline) && (
        <Text component="div" size="sm">
          <StoredText short>{gistOf(entry)}</StoredText>
        </Text>
      )}
      {replaces && (
        <Text size="xs" c="dimmed">
          replaces{' '}
          <MemoryLink id={replaces.memoryId}>
            <StoredName>{replaces.title}</StoredName>
          </MemoryLink>
        </Text>
      )}
      {mayWrite && <Acts entry={entry} onCorrect={() => setCorrecting(true)} />}
      {isCorrecting && (
        <CorrectDialog one={{ ...entry, proposedFor: entry.proposal?.readers }} onEnd={() => setCorrecting(false)} />
      )}
    </article>
  );
}

function Acts({ entry, onCorrect }: { entry: FeedEntry; onCorrect: () => void }) {
  const { title, proposal } = entry;
  const isShared = proposal !== undefined && proposal.readers !== 'private';
  const of = (verb: string) => ({ size: 'compact-xs' as const, 'aria-label': `${verb} ${title}` });
  if (!proposal)
    return (
      <Group gap={6} mt={4}>
        <Button variant="subtle" onClick={onCorrect} {...of('Correct')}>
          Correct
        </Button>
        <Button variant="subtle" color="gray" onClick={() => actOnEntry('archive', entry)} {...of('Archive')}>
          Archive
        </Button>
      </Group>
    );
  return (
    <Group gap={6} mt={4}>
      <Button onClick={() => actOnEntry('keep', entry)} aria-keyshortcuts="y" {...of('Keep')}>
        Keep
      </Button>
      <Button variant="default" onClick={onCorrect} {...of('Correct')}>
        Correct
      </Button>
      <Button variant="default" onClick={() => actOnEntry('reject', entry)} aria-keyshortcuts="n" {...of('Not true:')}>
        Not true
      </Button>
      {isShared && (
        <Button variant="default" onClick={() => actOnEntry('mine', entry)} aria-keyshortcuts="m" {...of('Only mine:')}>
          Only mine
        </Button>
      )}
    </Group>
  );
}
