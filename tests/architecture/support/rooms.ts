/** Where a source file stands: `app`, a feature, or a room of the platform; on which end it runs. */
export interface Place {
  layer: 'app' | 'features' | 'platform';
  /** `app`, `features/crisis`, `platform/db`. */
  room: string;
  /** The end that a file runs on; `both` where it runs on either. */
  side: 'server' | 'web' | 'both';
}

/** Undefined for what is no source of the product: packages, data, tests, tools. */
export function placeOf(file: string): Place | undefined {
  const [src, layer, second = '', third = ''] = file.split('/');
  if (src !== 'src') return undefined;
  const sideOf = (folder: string): Place['side'] => (folder === 'server' || folder === 'web' ? folder : 'both');
  if (layer === 'app') return { layer, room: 'app', side: sideOf(second) };
  if (layer === 'features' || layer === 'platform') return { layer, room: `${layer}/${second}`, side: sideOf(third) };
  return undefined;
}
