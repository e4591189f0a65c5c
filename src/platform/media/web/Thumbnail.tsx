import { PictureOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { Picture } from './Picture.tsx';
import { useSettledWidth } from './use-settled-width.ts';
import styles from './attachments.module.css';

interface ThumbnailProps {
  thumb: string | undefined;
  src: string | undefined;
  onError: () => void;
}

/** A picture in small; the picture itself where the thumbnail's address has expired. */
export function Thumbnail({ thumb, src, onError }: ThumbnailProps) {
  const [failed, setFailed] = useState<readonly (string | undefined)[]>([]);
  const [loaded, setLoaded] = useState(false);
  const shown = thumb !== undefined && !failed.includes(thumb) ? thumb : src;
  const broken = failed.includes(shown);
  const [frame, width] = useSettledWidth<HTMLSpanElement>();
  const fail = () => {
    setFailed([...failed, shown]);
    if (shown === src) onError();
  };
  return (
    <span ref={frame} className={styles.frame} data-state={broken ? 'error' : loaded ? 'loaded' : 'loading'}>
      {broken ? (
        <PictureOutlined aria-hidden />
      ) : (
        shown !== undefined && (
          <Picture
            src={shown}
            width={width}
            alt=""
            loading="lazy"
            decoding="async"
            onLoad={() => setLoaded(true)}
            onError={fail}
          />
        )
      )}
    </span>
  );
}
