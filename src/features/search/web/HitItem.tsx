import { Command } from 'cmdk';
import type { Hit } from './recent.ts';
import styles from './search.module.css';

interface Props {
  hit: Hit;
  onPick: (hit: Hit) => void;
}

export const HitItem = ({ hit, onPick }: Props) => (
  <Command.Item value={hit.key} className={styles.hit} onSelect={() => onPick(hit)}>
    <span className={styles.name}>{hit.title}</span>
    {hit.about !== undefined && <span className={styles.about}>{hit.about}</span>}
  </Command.Item>
);
