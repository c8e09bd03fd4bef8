/** One loop for all surfaces: collects the requested redraws, paints once per screen frame, then grants more data. No React, no DOM. */

import type { Clock } from '../../shared/base/clock.ts'

/** Frames may take 1/SHARE of their thread's time. Usual frames are far shorter. */
const SHARE = 1.5
/** A frame counts for 1/MEMORY of the running mean. */
const MEMORY = 8

/** How much of a surface must be redrawn; a higher level includes the lower levels. */
export const REDRAW = { none: 0, cursor: 1, rows: 2, layout: 3 } as const
export type Redraw = (typeof REDRAW)[keyof typeof REDRAW]

/** Asks for one call before the next screen frame; `requestAnimationFrame` in a page. Returns the id for `cancel`. */
export interface FrameScheduler {
  request(run: (timeMs: number) => void): number
  cancel(id: number): void
}

/** Something that is drawn, such as a ladder. */
export interface Surface {
  /** Draws at the given level; `timeMs` is the scheduler's time of this frame. */
  paint(redraw: Exclude<Redraw, 0>, timeMs: number): void
  /** Called after all surfaces of this frame are painted: grants the next data (C4). */
  painted(): void
}

export interface FrameLoop {
  /** Adds a surface and draws it whole. */
  add(surface: Surface): SurfaceHandle
  close(): void
}

export interface SurfaceHandle {
  /** Requests a redraw in the next frame. The highest of several requests counts. */
  invalidate(redraw: Redraw): void
  remove(): void
}

/**
 * Leaves half as much free time as frames take, so that a slow machine shows fewer frames and the rest of the window still works. The time of a
 * frame includes the work right after it, such as the transfer of canvases.
 */
export function sparing(scheduler: FrameScheduler, clock: Clock): FrameScheduler {
  let mean = 0
  let free = Number.NEGATIVE_INFINITY
  let asked = 0
  const request = (run: (timeMs: number) => void): number => {
    asked = scheduler.request((timeMs) => {
      const began = clock.monotonic()
      if (began < free) return void request(run)
      clock.after(0, () => {
        mean += (clock.monotonic() - began - mean) / MEMORY
        free = began + SHARE * mean
      })
      run(timeMs)
    })
    return asked
  }
  return { request, cancel: () => scheduler.cancel(asked) }
}

/** Requests no frame while there is nothing to redraw. Removes a surface that throws, and passes the error to `onError`. */
export function openFrameLoop(scheduler: FrameScheduler, onError: (error: unknown) => void): FrameLoop {
  const pending = new Map<Surface, Redraw>()
  let requested: number | null = null
  let closed = false

  const run = (timeMs: number) => {
    requested = null
    const painted: Surface[] = []
    for (const [surface, redraw] of pending) {
      if (redraw === REDRAW.none) continue
      pending.set(surface, REDRAW.none)
      attempt(surface, () => {
        surface.paint(redraw, timeMs)
        painted.push(surface)
      })
    }
    for (const surface of painted) if (pending.has(surface)) attempt(surface, () => surface.painted())
  }

  const attempt = (surface: Surface, work: () => void) => {
    try {
      work()
    } catch (error) {
      pending.delete(surface)
      onError(error)
    }
  }

  return {
    add(surface) {
      const handle: SurfaceHandle = {
        invalidate(redraw) {
          const before = pending.get(surface)
          if (closed || before === undefined || redraw <= before) return
          pending.set(surface, redraw)
          requested ??= scheduler.request(run)
        },
        remove: () => pending.delete(surface),
      }
      pending.set(surface, REDRAW.none)
      handle.invalidate(REDRAW.layout)
      return handle
    },
    close() {
      closed = true
      pending.clear()
      if (requested !== null) scheduler.cancel(requested)
      requested = null
    },
  }
}
