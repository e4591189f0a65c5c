import axios, { type AxiosResponse } from 'axios';
import { isRecord } from '../../state/web/storage.ts';
import { ApiError, LOCAL_CODES } from './api-error.ts';

/** A downloaded file. */
export interface Download {
  blob: Blob;
  fileName: string;
}

/** File name from `filename*=UTF-8''…` (`api.md`, envelope); empty if there is none. */
export function fileNameOf(disposition: unknown): string {
  const encoded = typeof disposition === 'string' ? /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] : undefined;
  if (encoded === undefined) return '';
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}

/** Returns the content of the envelope, or the file. @throws ApiError `BAD_ANSWER` without an envelope */
export function decode(response: AxiosResponse<unknown>): unknown {
  const { data, headers, status, config } = response;
  if (data instanceof Blob)
    return { blob: data, fileName: fileNameOf(headers['content-disposition']) } satisfies Download;
  if (isRecord(data) && 'data' in data) return data.data;
  throw new ApiError({ code: LOCAL_CODES.badAnswer, status, message: '', quiet: config.quiet });
}

/** The failure of a download arrives as a Blob that holds JSON. */
async function bodyOf(data: unknown): Promise<unknown> {
  if (!(data instanceof Blob)) return data;
  try {
    return JSON.parse(await data.text());
  } catch {
    return undefined;
  }
}

const isDetail = (x: unknown): x is { field: string; message: string } =>
  isRecord(x) && typeof x.field === 'string' && typeof x.message === 'string';

/** Converts any failure of a request to an ApiError. */
export async function failureOf(error: unknown): Promise<ApiError> {
  if (error instanceof ApiError) return error;
  if (!axios.isAxiosError(error))
    return new ApiError({ code: LOCAL_CODES.badAnswer, status: 0, message: '', cause: error });
  const quiet = error.config?.quiet ?? false;
  if (axios.isCancel(error))
    return new ApiError({ code: LOCAL_CODES.cancelled, status: 0, message: '', quiet, cause: error });
  if (error.response === undefined) {
    const timedOut = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT';
    return new ApiError({
      code: timedOut ? LOCAL_CODES.timeout : LOCAL_CODES.network,
      status: 0,
      message: '',
      quiet,
      cause: error,
    });
  }
  const { status } = error.response;
  const body = await bodyOf(error.response.data);
  const part = (key: string): string | undefined =>
    isRecord(body) && typeof body[key] === 'string' ? body[key] : undefined;
  return new ApiError({
    code: part('code') ?? LOCAL_CODES.badAnswer,
    status,
    message: part('message') ?? '',
    requestId: part('request_id'),
    details: isRecord(body) && Array.isArray(body.details) ? body.details.filter(isDetail) : [],
    quiet,
    cause: error,
  });
}
