import { useState } from 'react';
import styles from './Avatar.module.css';

interface Props {
  name: string;
  src?: string | undefined;
  size?: number;
}

/** Picture of a user, or the last character of the name, as usual in Chinese. Decorative: the name is beside it. */
export function Avatar({ name, src, size = 32 }: Props) {
  const [failed, setFailed] = useState<string>();
  const style = { width: size, height: size, fontSize: Math.round(size * 0.44) };
  if (src && src !== failed)
    return <img className={styles.avatar} style={style} src={src} alt="" onError={() => setFailed(src)} />;
  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      {[...name].at(-1)}
    </span>
  );
}
