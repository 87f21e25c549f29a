import { Alert, Button, Card, Group, Loader, Select, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import type { KeyId } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { snippets } from 'virtual:routes';
import { useAct, useRoute } from '../../api/queries.ts';
import { Copy } from '../../parts/copy.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useProgram } from '../../parts/program.tsx';

type Snippet = (typeof snippets)[number];

const PLACE_OF_KEY = 'YOUR_KEY';
const REFRESH_MS = 2_000;

/** Snippet for a client that is connected by a command of its own. */
const commandSnippet: Snippet = {
  name: 'Claude Code, by its own command',
  filesOn: { linux: [], darwin: [], win32: [] },
  text: 'claude mcp add --transport http cairn {{url}}/mcp --header "Authorization: Bearer {{key}}"',
  then: 'Start a new session; /mcp lists it.',
};
const HOOKS_NEED = 'Run this on the machine of the agent.';
/** Command that also installs the hooks. */
const HOOKS_COMMAND = 'connect claude-code --hooks --url {{url}} --agent-key {{key}}';
const allSnippets = [commandSnippet, ...snippets];

interface ConnectAgentProps {
  /** Called when there is a key, so that the form stays: the key is shown this once. */
  readonly onMade: () => void;
}

/** Form that connects an agent: its key, the lines for its client, and a check mark at its first call. */
export function ConnectAgent({ onMade }: ConnectAgentProps) {
  const made = useAct('createKey', onMade);
  return (
    <Card withBorder component="section" aria-label="Connect an agent">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Connect an agent
        </Title>
        <NewAgent making={made} />
        <Text size="sm" c="dimmed">
          The agent is yours: you see what is private to it, and its key never does more than yours.
        </Text>
        {made.error && <Failure error={made.error} />}
        {made.data && (
          <Alert color="teal" variant="light" title="The key is in the lines below">
            It is shown this once: copy them before you leave this screen.
          </Alert>
        )}
        <Lines mcpKey={made.data?.key ?? PLACE_OF_KEY} />
        {made.data && <FirstCall keyId={made.data.summary.keyId} name={made.data.summary.name} />}
      </Stack>
    </Card>
  );
}

function NewAgent({ making }: { making: ReturnType<typeof useAct<'createKey'>> }) {
  const [name, setName] = useState('');
  const make = (event: FormEvent) => {
    event.preventDefault();
    making.mutate({ body: { name, kind: 'agent' } });
  };
  return (
    <form onSubmit={make}>
      <Group align="flex-end">
        <TextInput
          label="Name of the agent"
          placeholder="such as: Ana's Claude Code"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ''} loading={making.isPending}>
          Make its key
        </Button>
      </Group>
    </form>
  );
}

function Lines({ mcpKey }: { mcpKey: string }) {
  const [client, setClient] = useState(commandSnippet.name);
  const [hasHooks, setHooks] = useState(false);
  const isClaudeCode = /^Claude Code/.test(client);
  const chosen = allSnippets.find(({ name }) => name === client) ?? commandSnippet;
  const program = useProgram();
  const withHooks = isClaudeCode && hasHooks;
  const text = (withHooks ? `${program} ${HOOKS_COMMAND}` : chosen.text)
    .replaceAll('{{url}}', location.origin)
    .replace('{{key}}', mcpKey);
  return (
    <Stack gap="sm">
      <Group align="flex-end">
        <Select
          maw={320}
          label="Client"
          data={allSnippets.map(({ name }) => name)}
          value={client}
          onChange={(value) => value && setClient(value)}
        />
        {isClaudeCode && (
          <Switch
            mb={8}
            label="Hooks: it uses the memory without being asked"
            checked={hasHooks}
            onChange={({ currentTarget }) => setHooks(currentTarget.checked)}
          />
        )}
      </Group>
      <Text size="sm">{withHooks ? HOOKS_NEED : whereOf(chosen)}</Text>
      <pre className="code" tabIndex={0} aria-label="The lines">
        {text}
      </pre>
      <Text size="sm">{chosen.then}</Text>
      <Group>
        <Copy label="Copy the lines" text={text} />
      </Group>
    </Stack>
  );
}

const platform = /mac/i.test(navigator.userAgent) ? 'darwin' : /windows/i.test(navigator.userAgent) ? 'win32' : 'linux';

function whereOf({ name, filesOn }: Snippet): string {
  const [own, project] = filesOn[platform];
  if (name === commandSnippet.name) return 'Run this in a terminal.';
  if (own === undefined) return 'Most clients take this: Streamable HTTP, with the key as a header.';
  return `Put this in ${own}${project === undefined ? '' : `, or in ${project} of a project`}.`;
}

/** Shows whether the agent has used its key. */
function FirstCall({ keyId, name }: { keyId: KeyId; name: string }) {
  const keys = useRoute('listKeys', undefined, { refetchMs: REFRESH_MS });
  const isHere = keys.data?.keys.some((key) => key.keyId === keyId && key.lastUsedAt !== null) ?? false;
  return (
    <Alert
      color={isHere ? 'teal' : 'gray'}
      variant="light"
      role="status"
      title={isHere ? '✓ Agent connected' : undefined}
    >
      {isHere ? (
        <>
          <span className="stored-name">{name}</span> has made its first call.
        </>
      ) : (
        <Group gap="sm">
          <Loader size="xs" /> Waiting for the first call of the agent
        </Group>
      )}
    </Alert>
  );
}
