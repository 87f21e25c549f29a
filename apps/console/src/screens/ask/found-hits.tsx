import { Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { formatCount } from '../../parts/counted.ts';
import { Facets } from '../../parts/facets.tsx';
import { KeyList } from '../../parts/key-list.tsx';
import { useKeys } from '../../parts/use-keys.ts';
import { facetFields, facetLabels, facetValues, narrow, type Chosen } from './facets.ts';
import { idOf, type FoundHit, type RecallAnswer } from './found-hit.ts';
import { HitPane } from './hit-pane.tsx';
import { HitRow } from './hit-row.tsx';
import { joinSources } from './join-sources.ts';
import { howSure, isLikely } from './how-sure.ts';
import { describeSearched, NothingFound, Notices } from './notices.tsx';

/** Least width of the window at which an open hit has room beside the list. */
const WIDE = '(min-width: 62em)';

interface FoundHitsProps {
  readonly answer: RecallAnswer;
  readonly question: string;
  readonly chosen: Chosen;
  /** Id of the hit that is open beside the list. */
  readonly open: string | undefined;
  readonly onChange: (some: Record<string, string | undefined>) => void;
}

/** Hits of an answer, best first, with facets, and the open hit beside them. */
export function FoundHits({ answer, question, chosen, open, onChange }: FoundHitsProps) {
  const joined = useMemo(() => joinSources(answer.hits), [answer]);
  const hits = joined.map(({ hit }) => hit);
  const isWide = useMediaQuery(WIDE, false);
  const now = useMemo(() => Date.now(), []);
  useKeys(({ key }) => key === 'Escape' && open !== undefined && onChange({ open: undefined }));
  if (hits.length === 0) return <NothingFound answer={answer} question={question} />;
  const shown = narrow(hits, chosen, now);
  const placeOf = (hit: FoundHit) => hits.indexOf(hit) + 1;
  const opened = isWide ? shown.find((hit) => idOf(hit) === open) : undefined;
  return (
    <Stack gap="sm">
      <Sureness answer={answer} count={hits.length} />
      <Notices {...answer} />
      <ChosenFacets hits={hits} chosen={chosen} now={now} onChange={onChange} />
      <div className="found" data-open={opened !== undefined}>
        <KeyList label="Hits" rows={shown} keyOf={idOf} onActive={(hit) => opened && onChange({ open: idOf(hit) })}>
          {(hit) => (
            <HitRow
              hit={hit}
              place={placeOf(hit)}
              question={question}
              said={joined[hits.indexOf(hit)]?.said}
              isOpen={hit === opened}
              isSure={placeOf(hit) === 1 && isLikely(answer.confidence)}
              onOpen={isWide ? () => onChange({ open: idOf(hit) }) : undefined}
            />
          )}
        </KeyList>
        {opened && (
          <HitPane
            key={idOf(opened)}
            hit={opened}
            place={placeOf(opened)}
            onClose={() => onChange({ open: undefined })}
          />
        )}
      </div>
    </Stack>
  );
}

function Sureness({ answer, count }: { answer: RecallAnswer; count: number }) {
  const { word, advice } = howSure(answer.confidence);
  return (
    <Text size="sm" role="status">
      <strong>{word}.</strong> {advice}{' '}
      <Text span inherit c="dimmed">
        {formatCount(count, 'hit')}. {describeSearched(answer)}
      </Text>
    </Text>
  );
}

interface ChosenFacetsProps {
  readonly hits: readonly FoundHit[];
  readonly chosen: Chosen;
  readonly now: number;
  readonly onChange: FoundHitsProps['onChange'];
}

const ChosenFacets = ({ hits, chosen, now, onChange }: ChosenFacetsProps) => (
  <div className="facet-rows">
    {facetFields.map((field) => {
      const values = facetValues(field, hits, chosen, now);
      // A field with one value narrows nothing.
      if (values.length < 2 && chosen[field] === undefined) return null;
      return (
        <Facets
          key={field}
          label={facetLabels[field]}
          facets={values}
          value={chosen[field]}
          onChange={(value) => onChange({ [field]: value, open: undefined })}
        />
      );
    })}
  </div>
);
