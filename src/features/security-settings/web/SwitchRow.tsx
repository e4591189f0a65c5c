import { Switch } from 'antd';
import { useId } from 'react';
import styles from './security-setting.module.css';

interface Props {
  name: string;
  about?: string;
  open: boolean;
  busy: boolean;
  locked: boolean;
  onChange: (open: boolean) => void;
}

/** A switch with its name and description. */
export function SwitchRow({ name, about, open, busy, locked, onChange }: Props) {
  const id = useId();
  return (
    <div className={styles.row}>
      <div>
        <p id={id} className={styles.name}>
          {name}
        </p>
        {about !== undefined && (
          <p id={`${id}about`} className={styles.about}>
            {about}
          </p>
        )}
      </div>
      <Switch
        checked={open}
        loading={busy}
        disabled={locked}
        onChange={onChange}
        aria-labelledby={id}
        aria-describedby={about === undefined ? undefined : `${id}about`}
      />
    </div>
  );
}
