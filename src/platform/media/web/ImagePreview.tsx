import { RotateRightOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Button, Modal, Spin } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCloseOnBack } from '../../ui/web/leaving.ts';
import { Cloud } from '../../ui/web/pictures.tsx';
import styles from './attachments.module.css';

/** `spec §9` */
const [MIN, MAX, STEP, TURN] = [25, 500, 25, 90];
const LABEL_MS = 1000;

/** A picture in full size with zoom and rotation; shows the scale for a second after each change. */
export function ImagePreview({ name, url, onClose }: { name: string; url: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [scale, setScale] = useState(100);
  const [turned, setTurned] = useState(0);
  const [label, setLabel] = useState(false);
  const [status, setStatus] = useState<'loading' | 'loaded' | 'error'>('loading');
  useCloseOnBack(true, onClose);
  useEffect(() => {
    if (!label) return;
    const timer = setTimeout(() => setLabel(false), LABEL_MS);
    return () => clearTimeout(timer);
  }, [label, scale]);
  const zoom = (by: number) => {
    setScale((now) => Math.min(MAX, Math.max(MIN, now + by)));
    setLabel(true);
  };
  return (
    <Modal
      open
      title={name}
      width="min(1000px, 96vw)"
      centered
      onCancel={onClose}
      footer={
        <div className={styles.tools}>
          <Button
            icon={<ZoomOutOutlined aria-hidden />}
            aria-label={t('attachments.smaller')}
            disabled={scale <= MIN}
            onClick={() => zoom(-STEP)}
          />
          <Button
            icon={<ZoomInOutlined aria-hidden />}
            aria-label={t('attachments.larger')}
            disabled={scale >= MAX}
            onClick={() => zoom(STEP)}
          />
          <Button
            icon={<RotateRightOutlined aria-hidden />}
            aria-label={t('attachments.turn')}
            onClick={() => setTurned((now) => now + TURN)}
          />
          <Button onClick={onClose}>{t('common.close')}</Button>
        </div>
      }
    >
      <div className={styles.stage} onWheel={({ deltaY }) => zoom(deltaY < 0 ? STEP : -STEP)}>
        {status === 'loading' && <Spin className={styles.wait} />}
        {status === 'error' ? (
          <p role="alert" className={styles.broken}>
            <Cloud />
            {t('attachments.broken')}
          </p>
        ) : (
          <img
            src={url}
            alt={name}
            style={{ transform: `scale(${scale / 100}) rotate(${turned}deg)` }}
            onLoad={() => setStatus('loaded')}
            onError={() => setStatus('error')}
          />
        )}
        <output className={styles.scale} data-shown={label}>{`${scale}%`}</output>
      </div>
    </Modal>
  );
}
