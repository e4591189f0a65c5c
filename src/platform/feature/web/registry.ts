import { provideTexts } from '../../i18n/web/texts.ts';
import type { WebFeature } from './feature.ts';

let registered: readonly WebFeature[] = [];

/** Makes the features known to the platform. Called once, before anything is rendered. */
export function registerFeatures(features: readonly WebFeature[]): void {
  registered = features;
  for (const { texts } of features) if (texts !== undefined) provideTexts(texts);
}

/**
 * A value derived from the registered features, computed at its first use.
 *
 * @param derive Depends on the features alone
 */
export function fromFeatures<T>(derive: (features: readonly WebFeature[]) => T): () => T {
  let last: { of: readonly WebFeature[]; value: T } | undefined;
  return () => {
    if (last?.of !== registered) last = { of: registered, value: derive(registered) };
    return last.value;
  };
}
