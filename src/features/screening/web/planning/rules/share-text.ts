import type { Share } from '../../../contract/quality.ts';

const percent = (value: number) => `${Math.round(value * 100)}%`;

/** A share with its interval: 50%（9%–91%）. */
export const shareText = ({ share, from, to }: Share): string => `${percent(share)}（${percent(from)}–${percent(to)}）`;
