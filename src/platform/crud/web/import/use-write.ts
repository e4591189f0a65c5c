import { useMutation } from '@tanstack/react-query';
import { call } from '../../../http/web/call.ts';
import type { Import } from '../../../imports/contract.ts';
import type { Entity } from '../../../resources/contract/entity.ts';
import { useOnce } from '../use-once.ts';

/** Starts writing a previewed import. */
export function useWrite({ calls }: Entity, onBegun: (one: Import) => void) {
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: ({ id, ignore }: { id: string; ignore: string[] }) =>
      call(calls.importWrite, { params: { id }, body: { ignore } }, { quiet: true }),
    onSuccess: onBegun,
  });
  return { run: useOnce((id: string, ignore: string[]) => mutateAsync({ id, ignore })), busy: isPending, error, reset };
}
