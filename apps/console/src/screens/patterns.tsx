import { Badge, Button, Group, SegmentedControl, Stack, Tabs, Text, TextInput } from '@mantine/core';
import type { RouteInput, RouteOutput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { useAct, useRoute } from '../api/queries.ts';
import { Empty } from '../parts/empty.tsx';
import { KeyList } from '../parts/key-list.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { MemoryLink } from '../parts/memory-link.tsx';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { toastFailure, toastFinal } from '../parts/toast.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { When } from '../parts/when.tsx';
import { useMay } from '../session/session.ts';
import { Skills } from './patterns/skills.tsx';

type Pattern = RouteOutput<'listPatterns'>['patterns'][number];

const meanings: Readonly<Record<Pattern['category'], string>> = {
  convention: 'how things are done here',
  failure_pattern: 'what fails',
  success_pattern: 'what works',
  test_command: 'how to test',
  architecture: 'how it is built',
  dependency: 'what depends on what',
  tool_usage: 'how to use a tool',
};

/** Screen of the patterns that agents learned and of the skills that they read. */
export function Patterns() {
  const [{ view = 'patterns' }, set] = useFilters('/patterns');
  return (
    <Page title="Patterns and skills" says="Lessons that agents learned and follow, and procedures that they read">
      <Tabs value={view} onChange={(to) => set({ view: to ?? undefined })} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="patterns">Patterns</Tabs.Tab>
          <Tabs.Tab value="skills">Skills</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="patterns" pt="md">
          <PatternList />
        </Tabs.Panel>
        <Tabs.Panel value="skills" pt="md">
          <Skills />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** Patterns of a project or of the whole organisation. */
function PatternList() {
  const [{ scope = 'global', project = 'default' }, set] = useFilters('/patterns');
  const query = { scope: scope as Pattern['scope'], project };
  const found = useRoute('listPatterns', { query });
  return (
    <Stack>
      <Group align="flex-end">
        <SegmentedControl
          aria-label="Scope"
          value={scope}
          onChange={(to) => set({ scope: to })}
          data={[
            { value: 'global', label: 'The organisation' },
            { value: 'project', label: 'A project' },
          ]}
        />
        {scope === 'project' && <Project key={project} project={project} onChange={(to) => set({ project: to })} />}
      </Group>
      <Loaded of={found}>
        {({ patterns }) =>
          patterns.length === 0 ? (
            <Empty title="No pattern yet">Agents save here what they learn while they work.</Empty>
          ) : (
            <KeyList label="Patterns" rows={patterns} keyOf={({ id }) => id}>
              {(pattern) => <Row pattern={pattern} project={project} />}
            </KeyList>
          )
        }
      </Loaded>
    </Stack>
  );
}

function Project({ project, onChange }: { project: string; onChange: (to: string | undefined) => void }) {
  const [draft, setDraft] = useState(project);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(draft.trim() || undefined);
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        label="Project"
        description="Enter shows its patterns"
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      />
    </form>
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

function Row({ pattern, project }: { pattern: Pattern; project: string }) {
  const { memoryId, pattern: text, category, confidence, tags = [], scope, timestamp } = pattern;
  const mayWrite = useMay('writer');
  const approve = useAct('savePattern', ({ saved }) =>
    toastFinal(`Approved: ${text}`, `Approved. Its confidence is ${percent(saved.confidence)} now.`),
  );
  const promote = useAct('savePattern', () =>
    toastFinal(`Promoted: ${text}`, 'The whole organisation follows it now.'),
  );
  const again = { pattern: text, category, confidence, tags, project };
  const save = (to: Pattern['scope']) => ({ body: { ...again, scope: to } }) as RouteInput<'savePattern'>;
  return (
    <div className="list-row">
      <div className="list-row-text">
        <MemoryLink id={memoryId}>
          <StoredName>{text}</StoredName>
        </MemoryLink>
        <Text component="div" size="xs" c="dimmed" className="list-row-facts">
          <span>{meanings[category]}</span>
          <span>confidence {percent(confidence)}</span>
          <span>
            learned <When at={Date.parse(timestamp)} />
          </span>
        </Text>
        <Group gap={4}>
          {tags.map((tag) => (
            <Badge key={tag} variant="default" tt="none" size="sm">
              <StoredName>{tag}</StoredName>
            </Badge>
          ))}
        </Group>
        {mayWrite && (
          <Group gap="xs">
            <Button
              size="compact-xs"
              variant="default"
              loading={approve.isPending}
              onClick={() => approve.mutate(save(scope), { onError: toastFailure })}
              aria-label={`Approve ${text.slice(0, 60)}`}
            >
              Approve
            </Button>
            {scope === 'project' && (
              <Button
                size="compact-xs"
                variant="default"
                loading={promote.isPending}
                onClick={() => promote.mutate(save('global'), { onError: toastFailure })}
                aria-label={`Promote to everybody: ${text.slice(0, 60)}`}
              >
                Promote to everybody
              </Button>
            )}
          </Group>
        )}
      </div>
    </div>
  );
}
