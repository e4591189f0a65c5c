import styles from './planning.module.css';

/** Large numbers with their names. */
export const NumberList = ({ numbers }: { numbers: readonly { label: string; value: string }[] }) => (
  <dl className={styles.numbers}>
    {numbers.map(({ label, value }) => (
      <div key={label} className={styles.number}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
