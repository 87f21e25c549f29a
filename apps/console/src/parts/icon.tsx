/** Round dot or ring of an icon, as a path. */
const ring = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;

/** Line drawings on a square of 24 by 24. */
const paths = {
  home: 'M3 11l9-8 9 8M5.5 9.5V20h13V9.5M10 20v-6h4v6',
  ask: `${ring(10.5, 10.5, 6.5)}M15.5 15.5L21 21`,
  review: 'M4 4h16v16H4zM8 12l3 3 5-6',
  memories: 'M5 3h11l3 3v15H5zM9 9h6M9 13h6M9 17h4',
  decisions: `${ring(12, 4.5, 2)}${ring(5.5, 19.5, 2)}${ring(18.5, 19.5, 2)}M12 6.5V11M5.5 17.5V14L12 11l6.5 3v3.5`,
  rules: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM9 12l2 2 4-4',
  conversations: 'M4 4h16v12H10l-5 4v-4H4zM8 9h8M8 12h5',
  notes: 'M4 4h16v10l-6 6H4zM20 14h-6v6',
  documents: 'M12 6C10 4 7 4 3 5v14c4-1 7-1 9 1 2-2 5-2 9-1V5c-4-1-7-1-9 1zM12 6v14',
  patterns: 'M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5',
  ownership: `${ring(6, 6, 3)}${ring(18, 9, 3)}${ring(9, 18, 3)}M9 7l6 1.2M7 9l1.2 6M16 11.5l-4.8 4.6`,
  agents: 'M5 9h14v11H5zM12 9V4M9.5 14v1M14.5 14v1M2 13v3M22 13v3',
  people: `${ring(9, 8, 3.5)}M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.700a3.5 3.5 0 0 1 0 6.600M18 14.500c2 .8 3.2 2.6 3.5 5.5`,
  imports: 'M12 3v12M7 10l5 5 5-5M4 20h16',
  health: 'M2 12h4l3-8 5 16 3-8h5',
  audit: 'M4 6h16M4 12h9M4 18h7M15 17l2 2 4-5',
  settings: `M4 7h9M19 7h1M4 17h2M12 17h8${ring(16, 7, 3)}${ring(9, 17, 3)}`,
  help: `${ring(12, 12, 9)}M9.5 9.500a2.5 2.5 0 1 1 3.6 2.200c-.8.4-1.1 1-1.1 1.800M12 16.500v.5`,
  add: 'M12 5v14M5 12h14',
} as const;

export type IconName = keyof typeof paths;

/** Drawing beside a label. Screen readers skip it, since the label says the same. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={paths[name]} />
  </svg>
);
