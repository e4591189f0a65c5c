/** The room of a source file (`app`, a feature, or a room of the platform), and the end it runs on. */
export interface Place {
  layer: 'app' | 'features' | 'platform';
  /** `app`, `features/crisis`, `platform/db`. */
  room: string;
  /** The end that a file runs on; `both` for shared code. */
  side: 'server' | 'web' | 'both';
}

/** Undefined for files outside the product: packages, data, tests, tools. */
export function placeOf(file: string): Place | undefined {
  const [src, layer, second = '', third = ''] = file.split('/');
  if (src !== 'src') return undefined;
  const sideOf = (folder: string): Place['side'] => (folder === 'server' || folder === 'web' ? folder : 'both');
  if (layer === 'app') return { layer, room: 'app', side: sideOf(second) };
  if (layer === 'features' || layer === 'platform') return { layer, room: `${layer}/${second}`, side: sideOf(third) };
  return undefined;
}
