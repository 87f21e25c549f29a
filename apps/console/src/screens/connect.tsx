import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../api/queries.ts';
import { Copy } from '../parts/copy.tsx';
import { Failure } from '../parts/failure.tsx';
import { Page } from '../parts/page.tsx';
import { useMay } from '../session.ts';
import { snippets } from './connect/snippets.ts';

const PLACE_OF_KEY = 'YOUR_KEY';

/** The lines that connect an agent, with a fresh key in them. */
export function Connect() {
  const [name, setName] = useState('');
  const [client, setClient] = useState<string>(snippets[0]!.name);
  const made = useAct('createKey');
  const mayMake = useMay('admin');
  const snippet = snippets.find((one) => one.name === client) ?? snippets[0]!;
  const text = snippet.text(`${location.origin}/mcp`, made.data?.key ?? PLACE_OF_KEY);
  return (
    <Page title="Connect" says="A key for the agent, and the lines that connect it">
      {mayMake ? (
        <Group align="flex-end">
          <TextInput
            label="Name of the agent"
            placeholder="such as: Ana's Claude Code"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button
            disabled={name.trim() === ''}
            loading={made.isPending}
            onClick={() => made.mutate({ body: { name, kind: 'agent', role: 'writer' } })}
          >
            Make its key
          </Button>
        </Group>
      ) : (
        <Text>Ask an admin for a key, and put it in place of {PLACE_OF_KEY}.</Text>
      )}
      {made.error && <Failure error={made.error} />}
      {made.data && (
        <Alert color="teal" variant="light" title="The key is in the lines below">
          It is shown this once: copy them before you leave this screen.
        </Alert>
      )}
      <Stack gap="sm">
        <Select
          maw={320}
          label="Client"
          data={snippets.map((one) => one.name)}
          value={client}
          onChange={(value) => value && setClient(value)}
        />
        <Text size="sm">{snippet.where}</Text>
        <pre className="code" tabIndex={0} aria-label="The lines">
          {text}
        </pre>
        <Group>
          <Copy label="Copy the lines" text={text} />
        </Group>
      </Stack>
    </Page>
  );
}
