import { Button, Group, Stack, Text } from '@mantine/core';
import type { Proposal, ProposalKind } from '@cairn/contracts';
import { useEffect, useState } from 'react';
import { useProposals } from '../../api/pages.ts';
import { queryClient, useRoute } from '../../api/queries.ts';
import { CorrectDialog } from '../../parts/correct/correct-dialog.tsx';
import { decideOn, type QuickAct } from '../../parts/decide.ts';
import { Empty } from '../../parts/empty.tsx';
import { Facets } from '../../parts/facets.tsx';
import { formatCount } from '../../parts/counted.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useWaitingConversations } from '../../parts/reading-progress.ts';
import { RoutedAnchor } from '../../parts/routed-anchor.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { DecisionList } from './decision-list.tsx';
import { ProposalCard } from './proposal-card.tsx';

const PAGE_PROPOSALS = 30;

/** List of proposed memories that wait for the signed-in person, with filters in the address. */
export function Proposals() {
  const [{ kind, project, agent }] = useFilters('/review');
  const filters = { kind: kind as ProposalKind | undefined, project, agent };
  const pages = useProposals({ ...filters, limit: PAGE_PROPOSALS });
  return (
    <Stack>
      <Reading isEmpty={pages.data?.length === 0} />
      <ProposalFacets proposals={pages.data ?? []} />
      <Loaded of={pages}>
        {(proposals) =>
          proposals.length === 0 ? (
            <Empty title="No proposal waits">
              <p>
                Statements from the conversations of agents wait here until you keep them.{' '}
                <RoutedAnchor to="/agents">Connect an agent</RoutedAnchor> with hooks. Imported conversations are read
                once you press <RoutedAnchor to="/imports">Propose memories</RoutedAnchor> beside their import.
              </p>
            </Empty>
          ) : (
            <ProposalList proposals={proposals} />
          )
        }
      </Loaded>
      <ShowMore pages={pages} />
    </Stack>
  );
}

/**
 * Says how many conversations are still to be read, since their proposals come later. An empty list is loaded again when
 * some were read; another one is not, since new rows would move the row that a person is about to decide on.
 */
function Reading({ isEmpty }: { isEmpty: boolean }) {
  const waiting = useWaitingConversations();
  useEffect(() => {
    if (isEmpty) void queryClient.invalidateQueries({ queryKey: ['listProposals'] });
  }, [isEmpty, waiting]);
  if (waiting === 0) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {formatCount(waiting, 'conversation')} {waiting === 1 ? 'is' : 'are'} still to be read. What they propose appears
      here.
    </Text>
  );
}

/** Filters by kind, project and agent. Projects and agents are those of the shown proposals. */
function ProposalFacets({ proposals }: { proposals: readonly Proposal[] }) {
  const [{ kind, project, agent }, set] = useFilters('/review');
  const { data } = useRoute('listProposals', { query: { project, agent, limit: 1 } });
  const kinds = Object.entries(data?.counts ?? {}).map(([value, count]) => ({ value, count }));
  const namesOf = (names: readonly (string | null | undefined)[], chosen: string | undefined) =>
    [...new Set([...names, chosen])].flatMap((value) => (value ? [{ value }] : []));
  return (
    <Stack gap={6}>
      <Facets label="Kind" facets={kinds} value={kind} onChange={(value) => set({ kind: value })} />
      <Facets
        label="Project"
        facets={namesOf(
          proposals.map((one) => one.project),
          project,
        )}
        value={project}
        onChange={(value) => set({ project: value })}
      />
      <Facets
        label="Agent"
        facets={namesOf(
          proposals.map((one) => one.proposedBy.name),
          agent,
        )}
        value={agent}
        onChange={(value) => set({ agent: value })}
      />
    </Stack>
  );
}

function ProposalList({ proposals }: { proposals: readonly Proposal[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<Proposal>();
  const selection = proposals.filter(({ memoryId }) => chosen.has(memoryId));
  const toggle = ({ memoryId }: Proposal) =>
    setChosen(
      (before) => new Set(before.has(memoryId) ? [...before].filter((id) => id !== memoryId) : [...before, memoryId]),
    );
  const act = (how: QuickAct, some: readonly Proposal[]) => {
    setChosen(new Set());
    decideOn(how, some);
  };
  /** Decides on the selected proposals, or on the given one if none is selected. */
  const actOn = (how: QuickAct) => (one: Proposal) => act(how, selection.length > 0 ? selection : [one]);
  return (
    <>
      <Selection
        selection={selection}
        onAll={() => setChosen(new Set(proposals.map(({ memoryId }) => memoryId)))}
        onNone={() => setChosen(new Set())}
        onAct={(how) => act(how, selection)}
      />
      <DecisionList
        label="Proposals"
        rows={proposals}
        keyOf={({ memoryId }) => memoryId}
        decisions={{ y: actOn('keep'), n: actOn('reject'), m: actOn('mine'), e: setEdited, x: toggle }}
      >
        {(proposal) => (
          <ProposalCard
            proposal={proposal}
            isChosen={chosen.has(proposal.memoryId)}
            onToggle={() => toggle(proposal)}
            onAct={(how) => act(how, [proposal])}
            onEdit={() => setEdited(proposal)}
          />
        )}
      </DecisionList>
      {edited && (
        <CorrectDialog one={{ ...edited, proposedFor: edited.visibility }} onEnd={() => setEdited(undefined)} />
      )}
    </>
  );
}

interface SelectionProps {
  readonly selection: readonly Proposal[];
  readonly onAll: () => void;
  readonly onNone: () => void;
  readonly onAct: (act: QuickAct) => void;
}

/** Actions on all selected proposals. */
const Selection = ({ selection, onAll, onNone, onAct }: SelectionProps) => (
  <Group gap="xs" mih={30} role="group" aria-label="Selection">
    {selection.length === 0 ? (
      <Button size="compact-sm" variant="default" onClick={onAll}>
        Select all
      </Button>
    ) : (
      <>
        <Text size="sm" fw={600} role="status">
          {formatCount(selection.length, 'proposal')} selected
        </Text>
        <Button size="compact-sm" onClick={() => onAct('keep')}>
          Keep them
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onAct('reject')}>
          Not true
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onAct('mine')}>
          Only mine
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onNone}>
          Select none
        </Button>
      </>
    )}
  </Group>
);
