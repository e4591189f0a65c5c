import type { Tone } from '../../../../platform/schema/types.ts';

/** Only what needs attention has a colour: a screening that runs. */
export const toneOf = (status: string): Tone =>
  status === 'running' ? 'active' : status === 'published' ? 'done' : 'grey';
