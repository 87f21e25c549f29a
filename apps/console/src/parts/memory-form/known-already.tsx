import { Anchor, Paper, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRoute } from '../../api/queries.ts';
import { StateChips } from '../state-chips.tsx';
import { StoredName } from '../stored-text.tsx';

interface KnownAlreadyProps {
  readonly content: string;
  /** Id of the memory that is edited. */
  readonly except?: string | undefined;
  readonly channel?: string | undefined;
}

/** Pause in typing after which the stored memories are compared, in ms. */
const PAUSE_MS = 800;
const COMPARED_CHARS = 1_000;
const CONTENT_CHARS_MIN = 12;
const SHOWN_MAX = 3;
const SAME_MIN = 0.85;
const ALIKE_MIN = 0.55;

/** Stored memories that say the same as the text that is typed. */
export function KnownAlready({ content, except, channel }: KnownAlreadyProps) {
  const [typed] = useDebouncedValue(content.trim().slice(0, COMPARED_CHARS), PAUSE_MS);
  const body = {
    query: typed,
    sources: 'memories',
    limit: SHOWN_MAX + 1,
    includeAssociations: false,
    ...(channel && { channel }),
  } as const;
  const { data } = useRoute('recall', { body }, { enabled: typed.length >= CONTENT_CHARS_MIN });
  const alike = (data?.hits ?? []).filter(
    (hit) => hit.kind === 'memory' && hit.memoryId !== except && hit.similarity >= ALIKE_MIN,
  );
  if (typed.length < CONTENT_CHARS_MIN || alike.length === 0) return null;
  const isSame = alike.some(({ similarity }) => similarity >= SAME_MIN);
  return (
    <Paper withBorder p="xs" role="note" aria-label="Stored already">
      <Text size="sm" fw={600}>
        {isSame ? 'This is already known:' : 'Alike, stored already:'}
      </Text>
      {alike.slice(0, SHOWN_MAX).map(
        (hit) =>
          hit.kind === 'memory' && (
            <Text key={hit.memoryId} size="sm" component="div">
              <Anchor inherit href={addressOf(hit)} target="_blank" rel="noopener">
                <StoredName>{hit.title}</StoredName>
              </Anchor>{' '}
              <StateChips state={hit.state} trust={hit.trust} validTo={hit.validTo} />
            </Text>
          ),
      )}
    </Paper>
  );
}

/** Address of a memory in another window, so that the text in progress stays. */
const addressOf = ({ memoryId, channel }: { readonly memoryId: string; readonly channel: string | null }): string =>
  `/console/memories/${memoryId}${channel === null ? '' : `?${new URLSearchParams({ channel }).toString()}`}`;
