import styles from './door.module.css';

/** Hills at sunrise: decoration in the colours of the theme. */
export const Scenery = () => (
  <svg className={styles.scenery} viewBox="0 0 640 360" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <circle cx="452" cy="150" r="58" fill="var(--xy-link)" opacity="0.14" />
    <circle cx="452" cy="150" r="36" fill="var(--xy-link)" opacity="0.16" />
    <path d="M0 236c96-52 176-60 262-18s170 44 378-26v168H0z" fill="var(--xy-link)" opacity="0.1" />
    <path d="M0 280c110-46 214-40 312-8s196 22 328-26v114H0z" fill="var(--xy-link)" opacity="0.16" />
    <path d="M0 322c150-34 268-22 380-4s180 4 260-16v58H0z" fill="var(--xy-link)" opacity="0.26" />
    <g
      stroke="var(--xy-link)"
      strokeWidth="2.500"
      strokeLinecap="round"
      strokeLinejoin="round"
      fill="none"
      opacity="0.75"
    >
      <path
        d="M150 318v-44M150 292c-17 0-27-9-28-25 18 0 28 9 28 25zM150 282c0-15 9-24 25-25 0 16-9 25-25 25z"
        fill="var(--xy-tint)"
      />
      <path d="M204 322v-24M204 308c-9 0-15-5-16-14 10 0 16 5 16 14z" fill="var(--xy-tint)" />
    </g>
  </svg>
);
