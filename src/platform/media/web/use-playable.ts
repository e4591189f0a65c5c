import { useEffect, useRef, useState } from 'react';
import { call } from '../../http/web/call.ts';
import { useStable } from '../../ui/web/use-stable.ts';
import { playUrl } from '../contract/media.ts';
import type { Item } from './use-uploads.ts';

/** URL of a file; requests a new one after the first has expired. */
export function usePlayable({ fileId, url }: Pick<Item, 'fileId' | 'url'>): {
  src: string | undefined;
  onError: () => void;
} {
  const [fresh, setFresh] = useState<string>();
  const asked = useRef(false);
  const onError = useStable(() => {
    if (asked.current || fileId === undefined || url.startsWith('blob:')) return;
    asked.current = true;
    // Without a URL, the picture or player shows the failure.
    call(playUrl, { params: { id: fileId } }, { quiet: true }).then(
      ({ play_url }) => setFresh(play_url),
      () => undefined,
    );
  });
  useEffect(() => {
    if (url === '') onError();
  }, [url, onError]);
  return { src: fresh ?? (url || undefined), onError };
}
