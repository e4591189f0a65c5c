import { ArrowUpOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useId, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import { QUESTION_MAX } from '../rules/limits.ts';
import styles from './ai-chat.module.css';

/** Questions left from which their number is shown. */
const FEW = 10;

/** The field keeps the focus: on a phone it would move up with the navigation before the button is released. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

interface Props {
  text: string;
  onType: (text: string) => void;
  isAnswering: boolean;
  /** Nothing can be sent yet. */
  isClosed: boolean;
  onSend: () => void;
  /** Absent where an answer cannot be stopped. */
  onStop: (() => void) | undefined;
  /** Questions left today; absent where they are not limited. */
  left: number | undefined;
}

/** The field for a question. Enter sends; while characters are composed it confirms them. */
export function Sender({ text, onType, isAnswering, isClosed, onSend, onStop, left }: Props) {
  const { t } = useTranslation();
  const mobile = useMobile();
  const hint = useId();
  const count = [...text].length;
  const isTooLong = count > QUESTION_MAX;
  const isSendable = text.trim() !== '' && !isTooLong && !isAnswering && !isClosed;
  const onKeyDown = (event: KeyboardEvent) => {
    // On a phone Enter starts a new line.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || mobile) return;
    event.preventDefault();
    if (isSendable) onSend();
  };
  return (
    <div className={styles.sender}>
      <div className={styles.field}>
        <Input.TextArea
          variant="borderless"
          autoSize={{ minRows: 1, maxRows: 8 }}
          value={text}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={onKeyDown}
          aria-label={t('aiChat.ask')}
          aria-describedby={hint}
          aria-invalid={isTooLong}
          placeholder={t(mobile ? 'aiChat.placeholderPhone' : 'aiChat.placeholder')}
        />
        {isAnswering && onStop ? (
          <Button onMouseDown={keepFocus} onClick={onStop}>
            {t('aiChat.stop')}
          </Button>
        ) : (
          <Button
            type="primary"
            icon={<ArrowUpOutlined aria-hidden />}
            loading={isAnswering}
            onMouseDown={keepFocus}
            disabled={!isSendable && !isAnswering}
            onClick={() => isSendable && onSend()}
          >
            {t('aiChat.send')}
          </Button>
        )}
      </div>
      <p id={hint} className={styles.hint} role={isTooLong ? 'alert' : undefined}>
        {isTooLong
          ? t('aiChat.tooLong', { most: QUESTION_MAX, count })
          : left !== undefined && left <= FEW
            ? t('aiChat.left', { count: left })
            : left !== undefined && t('aiChat.check')}
      </p>
    </div>
  );
}
