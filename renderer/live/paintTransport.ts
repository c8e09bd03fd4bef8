/** How the paint worker of a window reaches the core. Types only. */

import type { Proof } from '../../shared/contract/client/client.ts'

/** As the page holds it: sockets that the worker opens itself, or ports that the page asks for. */
export type PaintTransport =
  | { readonly kind: 'socket'; readonly proof: Proof }
  | { readonly kind: 'ports'; readonly ask: () => Promise<MessagePort> }

/** As the worker is given it: sockets of its own, or ports that it asks the page for. */
export type WorkerTransport = { readonly kind: 'socket'; readonly proof: Proof } | { readonly kind: 'ports' }
