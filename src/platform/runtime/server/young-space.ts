import { setFlagsFromString } from 'node:v8';

/** Growth factor of the heap's new space; undefined where V8's default applies. */
let factor: number | undefined;

/** V8 resets the factor for all threads whenever one begins. Call this once a new thread runs. */
export function setYoungSpaceAgain(): void {
  if (factor !== undefined) setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

/** Holds the new space at its size: with V8's default a start alone grows it to its limit, 28 MiB for good. */
export function holdYoungSpace(): void {
  factor = 1;
  setYoungSpaceAgain();
}

/** Lets the new space grow with the load. */
export function growYoungSpace(): void {
  factor = 2;
  setYoungSpaceAgain();
}
