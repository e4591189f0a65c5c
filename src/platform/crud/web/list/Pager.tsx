import { PAGE_SIZES } from '../../../contract/common.ts';
import { PageJumper } from '../../../ui/web/PageJumper.tsx';
import { Pages } from '../../../ui/web/Pages.tsx';
import { PageSizeSelect } from '../../../ui/web/PageSizeSelect.tsx';
import { useMobile } from '../../../ui/web/use-mobile.ts';
import type { ListAddress } from './use-list-address.ts';
import styles from './list.module.css';

interface Props {
  total: number;
  address: ListAddress;
}

/** Pager of a list: numbers, size and jumper; on phones only numbers. */
export function Pager({
  total,
  address: {
    state: { page, size },
    go,
  },
}: Props) {
  const mobile = useMobile();
  return (
    <div className={styles.pager}>
      <Pages
        current={page}
        pageSize={size}
        total={total}
        simple={mobile ? { readOnly: true } : false}
        onChange={(next) => go({ page: next })}
      />
      {!mobile && <PageSizeSelect value={size} sizes={PAGE_SIZES} onChange={(next) => go({ size: next })} />}
      {!mobile && <PageJumper pageCount={Math.ceil(total / size)} onJump={(next) => go({ page: next })} />}
    </div>
  );
}
