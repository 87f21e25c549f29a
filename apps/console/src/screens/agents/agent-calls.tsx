import { Anchor, Group, Text } from '@mantine/core';
import type { Agent, AgentCall } from '@cairn/contracts';
import { useState } from 'react';
import { useAct, useRoute } from '../../api/queries.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { formatCount } from '../../parts/counted.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { toastFailure, toastFinal } from '../../parts/toast.tsx';
import { When } from '../../parts/when.tsx';

const REFRESH_MS = 5_000;

const acts: Readonly<Record<AgentCall['act'], string>> = {
  recall: 'asked',
  preflight: 'checked an action',
  why: 'asked why',
  overview: 'asked about a topic',
  wake: 'got a briefing',
  graph: 'asked the graph',
};

/** Last questions of an agent and what it got, for its owner. */
export function AgentCalls({ agent: { principalId, name } }: { agent: Agent }) {
  const params = { id: principalId };
  const found = useRoute('agentCalls', { params }, { refetchMs: REFRESH_MS });
  const forget = useAct('forgetAgentCalls', ({ forgotten }) =>
    toastFinal(`Forgotten: questions of ${name}`, `${formatCount(forgotten, 'question')} forgotten.`),
  );
  return (
    <Loaded of={found}>
      {({ isKept, calls }) =>
        calls.length === 0 ? (
          <Text size="sm" c="dimmed" mt="xs">
            {isKept
              ? 'It asked nothing in the last days.'
              : 'This organisation keeps no questions of agents (Settings).'}
          </Text>
        ) : (
          <>
            <ul className="calls" aria-label={`Questions of ${name}`}>
              {calls.map((call) => (
                <CallRow key={`${call.at} ${call.question}`} call={call} />
              ))}
            </ul>
            <Group justify="space-between">
              <Text size="xs" c="dimmed">
                Kept for seven days, for you alone.
              </Text>
              <ConfirmButton
                act="Forget"
                what={`the questions of ${name}`}
                loading={forget.isPending}
                onConfirm={() => forget.mutate({ params }, { onError: toastFailure })}
              />
            </Group>
          </>
        )
      }
    </Loaded>
  );
}

const CallRow = ({ call: { at, act, question, hook, hits, itemIds, tookMs, isLate } }: { call: AgentCall }) => (
  <li>
    {question && (
      <Text size="sm">
        <StoredName>{question}</StoredName>
      </Text>
    )}
    <Text component="div" size="xs" c="dimmed" className="facts">
      <When at={at} />
      <span>{hook ? `its hook ${acts[act]}` : acts[act]}</span>
      <Hits hits={hits} itemIds={itemIds} />
      <span>{tookMs.toLocaleString()} ms</span>
      {isLate && <span className="late">too late for the hook</span>}
    </Text>
  </li>
);

/** Number of items of an answer. Opened, it links to them. */
function Hits({ hits, itemIds }: { hits: number; itemIds: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  if (hits === 0) return <span>got nothing</span>;
  return (
    <span>
      {'got '}
      <Anchor component="button" type="button" size="xs" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
        {formatCount(hits, 'item')}
      </Anchor>
      {isOpen && itemIds.map((id) => <Hit key={id} id={id} />)}
    </span>
  );
}

/** Title of a memory that an answer had; nothing for a message or a note. */
function Hit({ id }: { id: string }) {
  const { data } = useRoute('getMemory', { params: { id: id as never } });
  if (data?.kind !== 'memory') return null;
  return (
    <span className="got">
      <MemoryLink id={id} channel={data.channel} size="xs">
        <StoredName>{data.title}</StoredName>
      </MemoryLink>
    </span>
  );
}
