import { Badge, Button, Group, Text } from '@mantine/core';
import type { Agent } from '@cairn/contracts';
import { clientTitles } from 'virtual:routes';
import { useRoute } from '../api/queries.ts';
import { formatCount } from '../parts/counted.ts';
import '../parts/decision.css';
import { KeyList } from '../parts/key-list.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { ROW_TARGET } from '../parts/use-row-keys.ts';
import { When } from '../parts/when.tsx';
import { AgentCalls } from './agents/agent-calls.tsx';
import { Disconnect } from './agents/disconnect.tsx';
import { useAgentKeys, type AgentKey } from './agents/agent-keys.ts';
import { ConnectAgent } from './agents/connect-agent.tsx';

const REFRESH_MS = 10_000;

/** Screen of the agents: who they belong to, what each asked and stored today, and the form that connects another. */
export function Agents() {
  const [{ agent, connect }, set] = useFilters('/agents');
  const found = useRoute('listAgents', undefined, { refetchMs: REFRESH_MS });
  const keysOf = useAgentKeys();
  const opened = found.data?.agents.find(({ principalId }) => principalId === agent);
  const isEmpty = found.data?.agents.length === 0;
  return (
    <Page
      title="Agents"
      says="Agents of the team, and what they ask and learn"
      actions={
        !isEmpty && (
          <Button onClick={() => set({ connect: connect ? undefined : 'yes' })} aria-expanded={connect !== undefined}>
            Connect an agent
          </Button>
        )
      }
    >
      {(connect || isEmpty) && <ConnectAgent onMade={() => set({ connect: 'yes' })} />}
      <Loaded of={found}>
        {({ agents }) =>
          agents.length > 0 && (
            <KeyList label="Agents" rows={agents} keyOf={({ principalId }) => principalId}>
              {(one) => (
                <AgentCard
                  agent={one}
                  keys={keysOf(one)}
                  isOpen={one === opened}
                  onToggle={() => set({ agent: one === opened ? undefined : one.principalId })}
                />
              )}
            </KeyList>
          )
        }
      </Loaded>
    </Page>
  );
}

interface AgentCardProps {
  readonly agent: Agent;
  /** Its keys that are not revoked, as far as the reader may see them. */
  readonly keys: readonly AgentKey[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One agent. Its owner opens it and sees its last questions. */
function AgentCard({ agent, keys, isOpen, onToggle }: AgentCardProps) {
  const { name, isOwn, lastCallAt, today } = agent;
  return (
    <article className="decision" data-current={isOpen} aria-label={name}>
      <AgentHead agent={agent} isByOauth={keys.some(({ label }) => label === OAUTH_LABEL)} />
      <Text component="div" size="sm" className="facts">
        <span>
          {lastCallAt === null ? (
            'never came'
          ) : (
            <>
              last call <When at={lastCallAt} />
            </>
          )}
        </span>
        <span>asked {formatCount(today.asked, 'question')} today</span>
        <span>stored {formatCount(today.stored, 'memory', 'memories')} today</span>
        {today.late > 0 && (
          <Text span inherit className="late">
            {formatCount(today.late, 'late answer')}
          </Text>
        )}
      </Text>
      {isOwn ? (
        <Group mt={6} gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            onClick={onToggle}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} its questions: ${name}`}
            {...ROW_TARGET}
          >
            {isOpen ? 'Hide its questions' : 'Show its questions'}
          </Button>
          {keys.length > 0 && <Disconnect name={name} keys={keys} />}
        </Group>
      ) : (
        <Text size="xs" c="dimmed" mt={4}>
          Only its owner sees its questions.
        </Text>
      )}
      {isOpen && isOwn && <AgentCalls agent={agent} />}
    </article>
  );
}

/** Label of the key that an OAuth client has. It is renewed, so that the agent is connected though no key works now. */
const OAUTH_LABEL = 'OAuth';

interface AgentHeadProps {
  readonly agent: Agent;
  readonly isByOauth: boolean;
}

/** Name of an agent, its client, owner and project, whether its hooks are on, and how it is connected. */
const AgentHead = ({ agent: { name, owner, project, hookAt, keys }, isByOauth }: AgentHeadProps) => (
  <div className="agent-head">
    <Text component="h2" size="md" fw={600}>
      <StoredName>{name}</StoredName>
    </Text>
    <Text component="div" size="sm" c="dimmed" className="facts">
      <ClientName name={name} />
      {owner && (
        <span>
          of <StoredName>{owner.name}</StoredName>
        </span>
      )}
      {project && <StoredName>{project}</StoredName>}
    </Text>
    {isByOauth ? (
      <Badge variant="light" color="teal" tt="none">
        connected by OAuth
      </Badge>
    ) : (
      <Badge variant="light" color={hookAt === null ? 'gray' : 'teal'} tt="none">
        {hookAt === null ? 'no hooks' : 'hooks on'}
      </Badge>
    )}
    {keys === 0 && !isByOauth && (
      <Badge variant="light" color="orange" tt="none">
        no key
      </Badge>
    )}
  </div>
);

/** Client of an agent that `cairn connect` named, such as `claude-code@laptop`. */
function ClientName({ name }: { name: string }) {
  const [id = '', machine] = name.split('@');
  const title = clientTitles[id];
  if (title === undefined) return null;
  return (
    <span>
      {title}
      {machine && (
        <>
          {' on '}
          <StoredName>{machine}</StoredName>
        </>
      )}
    </span>
  );
}
