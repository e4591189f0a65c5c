import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCloseOnBack } from '../../../ui/web/leaving.ts';
import type { Act } from './act.ts';
import styles from './acts.module.css';

/** Acts of a list on phones: the primary one at the bottom, the others in a drawer. */
export function ThumbBar({ acts }: { acts: readonly Act[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useCloseOnBack(open, () => setOpen(false));
  const primary = acts.at(-1);
  const others = acts.slice(0, -1).flatMap((act) => [act, ...(act.ways ?? [])]);
  if (primary === undefined) return null;
  return (
    <div className={styles.bar}>
      <Button
        type="primary"
        size="large"
        icon={primary.icon}
        loading={primary.busy}
        danger={primary.danger}
        disabled={primary.disabledReason !== undefined}
        onClick={primary.run}
      >
        {primary.label}
      </Button>
      {others.length > 0 && (
        <Button
          size="large"
          icon={<EllipsisOutlined aria-hidden />}
          aria-label={t('common.more')}
          onClick={() => setOpen(true)}
        />
      )}
      <Drawer open={open} placement="bottom" height="auto" title={t('common.more')} onClose={() => setOpen(false)}>
        <div className={styles.sheetActs}>
          {others.map(({ key, label, icon, busy, danger, disabledReason, run }) => (
            <Button
              key={key}
              block
              size="large"
              icon={icon}
              loading={busy}
              danger={danger}
              disabled={disabledReason !== undefined}
              title={disabledReason}
              onClick={() => {
                setOpen(false);
                run();
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      </Drawer>
    </div>
  );
}
