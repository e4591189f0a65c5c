import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../../platform/http/web/call.ts';
import { useUnloadGuard } from '../../../../platform/ui/web/leaving.ts';
import { beginImport, checkPackage, PART_BYTES, partCount, uploadPart } from '../../contract/imports.ts';
import { deletePackage } from '../../contract/tasks.ts';

/** A part on a slow line; milliseconds. */
const PART_TIMEOUT_MS = 10 * 60_000;

export interface ImportValues {
  key: string;
  reason: string;
}

/** How far an upload is: the task that it belongs to, and the first part that is not stored yet. */
interface Upload {
  file: File;
  taskId: string;
  next: number;
}

const bytesOf = async (file: File, part: number): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(part * PART_BYTES, (part + 1) * PART_BYTES).arrayBuffer());

/** Uploads a package part by part and has it checked. Tried again, it goes on where it stopped. */
export function useUpload() {
  const upload = useRef<Upload>(undefined);
  const stopped = useRef<AbortController>(undefined);
  const [sent, setSent] = useState(0);
  const [isBegun, setBegun] = useState(false);
  const running = useMutation({
    mutationFn: async ({ file, key, reason }: ImportValues & { file: File }) => {
      const { signal } = (stopped.current = new AbortController());
      const options = { quiet: true, signal };
      let now = upload.current;
      if (now?.file !== file) {
        const body = { file_name: file.name, size: file.size, reason: reason.trim() };
        now = { file, taskId: (await call(beginImport, { body }, options)).task_id, next: 0 };
        upload.current = now;
        setBegun(true);
      }
      for (; now.next < partCount(file.size); now.next += 1) {
        setSent(now.next * PART_BYTES);
        const params = { id: now.taskId, part: String(now.next) };
        const part = { params, body: await bytesOf(file, now.next) };
        await call(uploadPart, part, { ...options, timeout: PART_TIMEOUT_MS });
      }
      await call(checkPackage, { params: { id: now.taskId }, body: { key } }, options);
      upload.current = undefined;
    },
  });
  useUnloadGuard(() => running.isPending);
  return {
    sent,
    busy: running.isPending,
    error: running.error,
    isBegun,
    start: (values: ImportValues & { file: File }) => running.mutateAsync(values),
    stop: () => stopped.current?.abort(),
    /** Ends the upload and removes the uploaded parts: no other page can continue it. */
    reset: () => {
      stopped.current?.abort();
      if (upload.current !== undefined) {
        const params = { id: upload.current.taskId };
        void call(deletePackage, { params }, { quiet: true, noPrompt: true }).catch(() => undefined);
      }
      upload.current = undefined;
      setSent(0);
      setBegun(false);
      running.reset();
    },
  };
}
