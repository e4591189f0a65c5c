import { setTimeout as delay } from 'node:timers/promises';
import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { AppError } from '../../../platform/errors/app-error.ts';
import { carryTraceOut } from './outgoing.ts';

const NAME = 'xinyu';

/** Spans of this process, sent to a collector. Attributes never hold a value that a person wrote, nor an address. */
export interface Tracing {
  /** Runs work in a span of its own, below the active one. */
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Begins the span of a request, below the caller's where the headers name one. */
  begin(headers: Readonly<Record<string, unknown>>, attributes: Attributes): RequestSpan;
  /** Notes a statement at the active span. */
  note(sql: string): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

export interface RequestSpan {
  /** Runs what follows below this span. */
  follow(next: () => void): void;
  end(name: string, attributes: Attributes, failed: boolean): void;
}

/** How long a stop waits for a collector that does not answer; the rest of the spans is lost. */
const CLOSE_MS = 2000;

/** Longest text of a statement. */
const SQL_MAX = 2000;

/** The name of an error is no text of a person; its message may hold one. */
const kindOf = (error: unknown): string =>
  error instanceof AppError ? error.code : error instanceof Error ? error.name : 'unknown';

/** @param endpoint Of the collector (`OTEL_EXPORTER_OTLP_ENDPOINT`); spans go to `/v1/traces` below it */
export function openTracing(endpoint: string): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': NAME })),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })),
    ],
  });
  // Not `baggage`, the default's second header: with it callers could send texts to other servers through this one.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  const stopCarrying = carryTraceOut();
  const tracer = provider.getTracer(NAME);
  return {
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, async (span) => {
        try {
          return await work();
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kindOf(error));
          throw error;
        } finally {
          span.end();
        }
      }),
    begin(headers, attributes) {
      const above: Context = propagation.extract(context.active(), headers);
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes }, above);
      return {
        follow: (next) => context.with(trace.setSpan(above, span), next),
        end(name, more, failed) {
          span.updateName(name).setAttributes(more);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    note: (sql) => void trace.getActiveSpan()?.addEvent('statement', { 'db.query.text': sql.slice(0, SQL_MAX) }),
    async close() {
      stopCarrying();
      await Promise.race([provider.shutdown().catch(() => undefined), delay(CLOSE_MS, undefined, { ref: false })]);
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
