import { Badge, Button, Checkbox, Group, Text } from '@mantine/core';
import type { Proposal } from '@cairn/contracts';
import { RoutedAnchor } from '../../parts/routed-anchor.ts';
import { wordOfCertainty } from '../../parts/certainty.ts';
import type { QuickAct } from '../../parts/decide.ts';
import { Difference } from '../../parts/difference.tsx';
import { headlineOf, isSameText } from '../../parts/is-same-text.ts';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { describeReaders } from '../../parts/readers.ts';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { SuspectNotice } from '../../parts/suspect-notice.tsx';
import { ROW_TARGET } from '../../parts/use-row-keys.ts';
import { When } from '../../parts/when.tsx';
import { useMay, useSession } from '../../session/session.ts';

interface ProposalCardProps {
  readonly proposal: Proposal;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
  readonly onAct: (act: QuickAct) => void;
  readonly onEdit: () => void;
}

/** A proposed memory with the words that state it, its readers once it is kept, and the memory that it would replace. */
export function ProposalCard({ proposal, isChosen, onToggle, onAct, onEdit }: ProposalCardProps) {
  const { memoryId, title, content, kind, certainty, channel, replaces } = proposal;
  const headline = replaces ? title : headlineOf({ title, text: content });
  const mayDecide = useMay('writer');
  return (
    <article aria-label={title}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Checkbox aria-label={`Select ${title}`} checked={isChosen} onChange={onToggle} mt={3} size="xs" />
        <div className="decision-text">
          <Group gap="xs">
            <MemoryLink id={memoryId} channel={channel} fw={600} c="inherit" {...ROW_TARGET}>
              <StoredName>{headline}</StoredName>
            </MemoryLink>
            <Badge size="sm" variant="light" tt="none">
              {kind}
            </Badge>
            <Text span size="xs" c="dimmed">
              {wordOfCertainty(certainty)}
            </Text>
          </Group>
          {replaces ? (
            <Replaces before={replaces} content={content} />
          ) : (
            !isSameText(content, headline) && !isQuoted(proposal) && <StoredText>{content}</StoredText>
          )}
          <SuspectNotice signals={proposal.signals}>Keep it only if you know who said it, and why.</SuspectNotice>
          <Quotes proposal={proposal} headline={headline} />
          <Facts proposal={proposal} />
        </div>
      </Group>
      {mayDecide && (
        <Group gap="xs" mt="xs" className="decision-acts">
          <Button size="compact-sm" onClick={() => onAct('keep')} aria-keyshortcuts="y">
            Keep
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onAct('reject')} aria-keyshortcuts="n">
            Not true
          </Button>
          <Button size="compact-sm" variant="default" onClick={onEdit} aria-keyshortcuts="e">
            Edit
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onAct('mine')} aria-keyshortcuts="m">
            Only mine
          </Button>
        </Group>
      )}
    </article>
  );
}

/** Tells whether each line of a proposal is shown as a quote, where the name of the speaker before it does not count. */
const isQuoted = ({ content, quotes }: Proposal) =>
  content
    .split('\n')
    .every((line) => quotes.some(({ text }) => isSameText(line, text) || line.endsWith(`: ${text.trim()}`)));

/** Differences to the memory that would be superseded. */
const Replaces = ({ before, content }: { before: NonNullable<Proposal['replaces']>; content: string }) => (
  <>
    <Text size="xs" c="dimmed">
      Would replace{' '}
      <MemoryLink id={before.memoryId}>
        <StoredName>{before.title}</StoredName>
      </MemoryLink>
    </Text>
    <Difference before={before.content} after={content} />
  </>
);

/** The words of the conversation that state it, unless the headline says them, each with a link to the place where they were said. */
const Quotes = ({ proposal: { quotes, sessionKey, saidBy }, headline }: { proposal: Proposal; headline: string }) => (
  <>
    {quotes.map(({ text, messageId, start }) => (
      <blockquote key={`${messageId ?? text} ${start ?? ''}`} className="evidence">
        {!isSameText(text, headline) && <StoredText>{text}</StoredText>}
        <Text component="div" size="xs" c="dimmed">
          {saidBy && <StoredName>{saidBy.speaker ?? saidBy.role}</StoredName>}
          {messageId && sessionKey && (
            <>
              {saidBy && ', '}
              <RoutedAnchor to="/conversations" search={{ session: sessionKey, message: messageId }}>
                in its conversation
              </RoutedAnchor>
            </>
          )}
        </Text>
      </blockquote>
    ))}
  </>
);

function Facts({ proposal }: { proposal: Proposal }) {
  const { holder } = useSession();
  const { proposedBy, project, channel, visibility, createdAt, sightings, isOwn, owner } = proposal;
  return (
    <Text component="div" size="xs" c="dimmed" className="facts">
      {proposedBy.name && (
        <span>
          proposed by <StoredName>{proposedBy.name}</StoredName>
        </span>
      )}
      {!isOwn && owner.name && (
        <span>
          for <StoredName>{owner.name}</StoredName>
        </span>
      )}
      {project && <StoredName>{project}</StoredName>}
      <span>
        once kept, {describeReaders({ visibility, channel, owner: isOwn ? 'you' : owner.name }, holder?.teams)} can read
        it
      </span>
      {sightings > 1 && <span>said {sightings} times</span>}
      <When at={createdAt} />
    </Text>
  );
}
