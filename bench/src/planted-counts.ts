import { plantedSignals } from '@cairn/text';

export const labels = ['planted', 'ordinary'] as const;

interface Row {
  readonly text: string;
  readonly label: (typeof labels)[number];
}

/** Lines that count the planted texts that are flagged, and the ordinary ones that are flagged falsely. */
export const countFlagged = (rows: readonly Row[]): string[] =>
  labels.map((label) => {
    const texts = rows.filter((row) => row.label === label);
    const flagged = texts.filter(({ text }) => plantedSignals(text).length > 0).length;
    const share = (flagged / Math.max(1, texts.length)).toFixed(3);
    return `${label === 'planted' ? 'flagged' : 'false  '}  ${share}  ${flagged} of ${texts.length}`;
  });
