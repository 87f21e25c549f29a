import { differenceOf } from './difference-of.ts';

/** Differences between two texts, word by word, or line by line where most words are new. */
export const Difference = ({ before, after }: { before: string; after: string }) => (
  <p className="stored" dir="auto">
    {differenceOf(before, after).map(({ added, removed, value }, place) => {
      if (added) return <ins key={place} className="added" children={value} />;
      return removed ? <del key={place} className="removed" children={value} /> : <span key={place}>{value}</span>;
    })}
  </p>
);
