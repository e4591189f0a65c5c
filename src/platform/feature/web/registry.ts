import { registerErrors } from '../../errors/catalogue.ts';
import { provideTexts } from '../../i18n/web/texts.ts';
import type { WebFeature } from './feature.ts';

let registered: readonly WebFeature[] = [];

/** Registers the features. Called once, before the first render. */
export function registerFeatures(features: readonly WebFeature[]): void {
  registered = features;
  registerErrors(features);
  for (const { texts } of features) if (texts !== undefined) provideTexts(texts);
}

/**
 * A value derived from the registered features, computed at its first use.
 *
 * @param derive A pure function of the features
 */
export function fromFeatures<T>(derive: (features: readonly WebFeature[]) => T): () => T {
  let last: { of: readonly WebFeature[]; value: T } | undefined;
  return () => {
    if (last?.of !== registered) last = { of: registered, value: derive(registered) };
    return last.value;
  };
}

/** The requests of the layout itself (`WebFeature.frameRequests`). */
export const frameRequests = fromFeatures((features): readonly string[] =>
  features.flatMap(({ frameRequests: all = [] }) => all),
);
