import { create } from 'qrcode';
import { useMemo } from 'react';
import styles from './QrCode.module.css';

/** Light modules around a code, which readers need. */
const QUIET = 4;

/** A QR code as one path, dark on white in every theme: cameras read nothing else reliably. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const {
      modules: { data, size: count },
    } = create(text, { errorCorrectionLevel: 'M' });
    const dark = Array.from(data).flatMap((on, i) =>
      on ? [`M${(i % count) + QUIET} ${Math.floor(i / count) + QUIET}h1v1h-1z`] : [],
    );
    return { path: dark.join(''), size: count + 2 * QUIET };
  }, [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
