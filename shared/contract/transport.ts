/** The transport of a contract as an interface, and a transport within one process. Never looks into a frame. */

/** A frame from a window may be no larger (bytes, roughly); a larger one closes its transport. */
export const MAX_FRAME = 1_048_576

export interface Transport {
  /** Frames arrive in order, or the transport closes. Sending on a closed transport does nothing. */
  send(frame: unknown): void
  /** Set once, by the end that reads. The frames are unchecked. */
  onFrame(listener: (frame: unknown) => void): void
  /** Called once, whichever end closed. `reason` is one sentence for the log. */
  onClose(listener: (reason: string) => void): void
  close(reason: string): void
}

/** The listeners and the closed state of a transport. */
export interface TransportEnd extends Transport {
  /** Hands on a frame that came in. */
  deliver(frame: unknown): void
  /** Records that the transport is gone, without closing it again. */
  gone(reason: string): void
}

/** Frames that arrive before `onFrame` wait for the listener. A close before `onClose` is reported when the listener is set. */
export function transportEnd(wire: {
  send(frame: unknown): void
  close(reason: string): void
}): TransportEnd {
  let listener: ((frame: unknown) => void) | null = null
  let closeListener: ((reason: string) => void) | null = null
  let closed: string | null = null
  let early: unknown[] = []
  const gone = (reason: string) => {
    if (closed !== null) return
    closed = reason
    early = []
    closeListener?.(reason)
  }
  return {
    send(frame) {
      if (closed === null) wire.send(frame)
    },
    onFrame(on) {
      listener = on
      const waiting = early
      early = []
      for (const frame of waiting) if (closed === null) on(frame)
    },
    onClose(on) {
      closeListener = on
      if (closed !== null) on(closed)
    },
    close(reason) {
      if (closed !== null) return
      gone(reason)
      wire.close(reason)
    },
    deliver(frame) {
      if (closed !== null) return
      if (listener) listener(frame)
      else early.push(frame)
    },
    gone,
  }
}

/** A copy such as another process would get: plain values and arrays of numbers. */
function copied(frame: unknown): unknown {
  if (frame instanceof Float64Array) return frame.slice()
  if (Array.isArray(frame)) return frame.map(copied)
  if (typeof frame === 'object' && frame !== null)
    return Object.fromEntries(Object.entries(frame).map(([key, value]) => [key, copied(value)]))
  return frame
}

/** Two ends in one process. Frames are copied and arrive in a later turn, as over any other transport. */
export function memoryPair(): readonly [Transport, Transport] {
  const end = (other: () => TransportEnd): TransportEnd =>
    transportEnd({
      send(frame) {
        const copy = copied(frame)
        void Promise.resolve().then(() => other().deliver(copy))
      },
      close(reason) {
        void Promise.resolve().then(() => other().gone(reason))
      },
    })
  const near: TransportEnd = end(() => far)
  const far: TransportEnd = end(() => near)
  return [near, far]
}
