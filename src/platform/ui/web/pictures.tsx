/** Decorative line drawings in the colors of the theme. */
const frame = {
  width: 120,
  height: 96,
  viewBox: '0 0 120 96',
  fill: 'none',
  stroke: 'var(--xy-link)',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** A growing plant: planned. */
export const Sprout = () => (
  <svg {...frame}>
    <ellipse cx="60" cy="86" rx="40" ry="5" fill="var(--xy-tint)" stroke="none" />
    <path d="M44 62h32l-4 22H48z" fill="var(--xy-container)" />
    <path
      d="M60 62V34M60 46c-12 0-19-6-20-18 13 0 20 6 20 18zM60 38c0-11 6-17 18-18 0 12-6 18-18 18z"
      fill="var(--xy-tint)"
    />
  </svg>
);

/** A closed door. */
export const Door = () => (
  <svg {...frame}>
    <ellipse cx="60" cy="88" rx="40" ry="4" fill="var(--xy-tint)" stroke="none" />
    <path d="M40 86V16a4 4 0 0 1 4-4h32a4 4 0 0 1 4 4v70z" fill="var(--xy-tint)" />
    <path d="M48 22h24v22H48zM48 52h24v26H48z" fill="var(--xy-container)" />
    <circle cx="74" cy="50" r="1.500" fill="var(--xy-link)" />
  </svg>
);

/** A path that ends. */
export const Signpost = () => (
  <svg {...frame}>
    <ellipse cx="60" cy="88" rx="40" ry="4" fill="var(--xy-tint)" stroke="none" />
    <path d="M60 88V14" />
    <path d="M60 20h28l8 8-8 8H60zM60 44H34l-8 8 8 8h26z" fill="var(--xy-tint)" />
  </svg>
);

/** A rain cloud: no connection to the server. */
export const Cloud = () => (
  <svg {...frame}>
    <path d="M38 60a16 16 0 1 1 3-31.700A22 22 0 0 1 83 36a13 13 0 0 1-1 24z" fill="var(--xy-tint)" />
    <path d="M46 70l-4 10M62 70l-4 10M78 70l-4 10" />
  </svg>
);
