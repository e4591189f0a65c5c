import type { IconLoad } from './icon-load.ts';
import { fromFeatures } from './registry.ts';

const loaded = new Map<IconLoad, Awaited<ReturnType<IconLoad>>>();

const iconsOfFeatures = fromFeatures((features): IconLoad[] =>
  features.flatMap(({ pages = [], rowActs = {} }) => [
    ...pages.flatMap(({ icon }) => icon ?? []),
    ...Object.values(rowActs).flatMap((acts) => acts.flatMap(({ icon }) => icon ?? [])),
  ]),
);

/** Loads the icons of all features. The portal waits for it, so that no icon appears late. */
export const loadIcons = async (): Promise<void> => {
  await Promise.all(iconsOfFeatures().map(async (load) => loaded.set(load, await load())));
};

/** A loaded icon; nothing before `loadIcons`. */
export function FeatureIcon({ load }: { load: IconLoad }) {
  const Icon = loaded.get(load);
  return Icon && <Icon aria-hidden />;
}
