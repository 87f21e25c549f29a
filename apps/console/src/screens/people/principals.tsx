import { Badge, Button, Group, NativeSelect, Switch, Text } from '@mantine/core';
import type { RouteInput } from '@cairn/contracts';
import { useState } from 'react';
import { useAct, useRoute } from '../../api/queries.ts';
import { formatCount } from '../../parts/counted.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { toast, toastFailure } from '../../parts/toast.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { peopleWithAgents } from './people-with-agents.ts';
import { LeaveDialog } from './leave.tsx';
import { WaitingInvitations } from './invitations.tsx';
import type { Principal } from './principal.ts';
import { roles } from './roles.ts';

interface Acts {
  readonly mayChange: boolean;
  readonly onLeave: (principal: Principal) => void;
}

/** People with their agents below them; an admin changes their roles and lets them leave. */
export function Principals() {
  const found = useRoute('listPrincipals', undefined);
  const [filters, set] = useFilters('/people');
  const [leaving, setLeaving] = useState<Principal>();
  const mayChange = useMay('admin');
  const isManager = useMay('manager');
  const acts = { mayChange, onLeave: setLeaving };
  return (
    <Loaded of={found}>
      {({ principals, gone }) => {
        const { people, others, hidden } = peopleWithAgents(principals, gone);
        return (
          <>
            {isManager && <WaitingInvitations />}
            <ul className="plain-list" aria-label="People">
              {people.map(({ person, agents }) => (
                <li key={person.principalId}>
                  <Row principal={person} {...acts} />
                  <ul className="plain-list nested" aria-label={`Agents of ${person.name}`}>
                    {agents.map((agent) => (
                      <li key={agent.principalId}>
                        <Row principal={agent} {...acts} />
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
            {hidden > 0 && (
              <Switch
                my="md"
                label={`Show ${formatCount(hidden, 'other')}: gone, left, or without an owner`}
                checked={filters['all'] === '1'}
                onChange={({ currentTarget }) => set({ all: currentTarget.checked ? '1' : undefined })}
              />
            )}
            {filters['all'] === '1' && (
              <ul className="plain-list" aria-label="Others">
                {others.map((one) => (
                  <li key={one.principalId}>
                    <Row principal={one} {...acts} />
                  </li>
                ))}
              </ul>
            )}
            <LeaveDialog leaver={leaving} everyone={principals} close={() => setLeaving(undefined)} />
          </>
        );
      }}
    </Loaded>
  );
}

function Row({ principal, mayChange, onLeave }: { principal: Principal } & Acts) {
  const { name, kind, role, keys, lastUsedAt, leftAt, goneAt } = principal;
  return (
    <div className="list-row wraps">
      <div className="list-row-text">
        <div className="list-row-title">
          <Text fw={kind === 'person' ? 600 : 400} className="stored-name">
            <StoredName>{name}</StoredName>
          </Text>
          {leftAt !== null && <State>left</State>}
          {goneAt !== null && <State>gone</State>}
        </div>
        <Text component="div" size="xs" c="dimmed" className="list-row-facts">
          <span>{kind}</span>
          {(!mayChange || leftAt !== null) && <span>{role}</span>}
          <span>{keys === 0 ? 'no key' : formatCount(keys, 'key')}</span>
          <span>
            {lastUsedAt === null ? (
              'never seen'
            ) : (
              <>
                seen <When at={lastUsedAt} />
              </>
            )}
          </span>
        </Text>
      </div>
      {leftAt === null && mayChange && (
        <Group gap="xs" wrap="nowrap">
          <ChangeRole principal={principal} />
          <Button size="compact-xs" variant="default" onClick={() => onLeave(principal)} aria-label={`${name} leaves`}>
            Leaves…
          </Button>
        </Group>
      )}
    </div>
  );
}

const State = ({ children }: { children: string }) => (
  <Badge variant="default" tt="none">
    {children}
  </Badge>
);

function ChangeRole({ principal: { principalId, name, role } }: { principal: Principal }) {
  const change = useAct('changePrincipal', (now) => toast(`${now.name} is ${now.role} now, with every key.`));
  const set = (to: string) =>
    change.mutate(
      { params: { id: principalId }, body: { role: to as Principal['role'] } } satisfies RouteInput<'changePrincipal'>,
      { onError: toastFailure },
    );
  return (
    <NativeSelect
      w={104}
      size="xs"
      aria-label={`Role of ${name}`}
      data={[...roles]}
      value={role}
      disabled={change.isPending}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}
