import { Alert, List, Text } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { StoredName } from './stored-text.tsx';
import { formatCount } from './counted.ts';

type Preview = NonNullable<RouteOutput<'forgetMany'>['preview']>;

/** Preview of the items that a forget action would delete for good. */
export const ForgetPreview = ({ memories, messages, examples, others }: Preview) => (
  <>
    <Text>
      This would forget {formatCount(memories, 'memory', 'memories')} and {formatCount(messages, 'message')}
      {examples.length > 0 ? ':' : '.'}
    </Text>
    <List size="sm">
      {examples.map((example) => (
        <List.Item key={example.id}>
          <StoredName>{example.text}</StoredName>
        </List.Item>
      ))}
    </List>
    {others > 0 && <Alert color="yellow">{others} more were written by others; only a manager may forget them.</Alert>}
  </>
);
