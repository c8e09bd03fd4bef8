/** The transports between a paint worker and the core. Types only. */

import type { Proof } from '../../shared/contract/client/client.ts'

/** The form on the page: sockets that the worker opens itself, or ports that the page requests. */
export type PaintTransport =
  | { readonly kind: 'socket'; readonly proof: Proof }
  | { readonly kind: 'ports'; readonly ask: () => Promise<MessagePort> }

/** The form in the worker: its own sockets, or ports that it requests from the page. */
export type WorkerTransport = { readonly kind: 'socket'; readonly proof: Proof } | { readonly kind: 'ports' }
