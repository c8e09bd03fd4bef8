/** The terminal in plain Node: the core behind the loopback gateway, for a browser window on this machine. Composes; decides nothing. */

import { clockOf, type Clock } from '../shared/base/clock.ts'
import { begin } from './launch/earlyStart.ts'
import type { Desk, DeskOptions } from './deskTypes.ts'
import { openLoopbackGateway } from './gateway/browserGateway.ts'
import { reportDefect } from './launch/reportDefect.ts'

/** Whether this runs as the build made it (`dist/electron/serve.mjs`). */
const isBuilt = import.meta.url.endsWith('.mjs')

export interface ServeOptions extends Omit<DeskOptions, 'processRoot'> {
  /** 0: any free one. */
  readonly port: number
}

/** What a test or another entry may hand in instead of the real part. */
export interface ServeParts {
  readonly compose?: (options: DeskOptions) => Promise<Desk>
  readonly clock?: Clock
  /** Folder of the built page; ends with a slash. */
  readonly page?: URL
  readonly report?: (sentence: string, error: unknown) => void
  /** Called whenever a window has been let in. */
  readonly onWindow?: () => void
  /** Called when the address was used: the next window opens at this one. */
  readonly onAddress?: (url: string) => void
}

export interface Served {
  /** `http://127.0.0.1:PORT/#TOKEN`, good for one window: gives the page already; windows wait for the desk. */
  readonly url: string
  /** Called once. Rejects with one sentence when the desk cannot be had, which windows are told too. */
  openDesk(): Promise<void>
  /** Closes windows, sessions, worker and paper broker. */
  close(): Promise<void>
}

interface StartedDesk {
  compose(): Promise<Desk>
  /** In place of `compose`. */
  drop(): Promise<void>
}

/** Rejects when another terminal uses the data folder. */
async function startOf(asked: DeskOptions, given: ServeParts['compose']): Promise<StartedDesk> {
  if (given) return { compose: () => given(asked), drop: () => Promise.resolve() }
  const begun = await begin(asked)
  return {
    async compose() {
      // Read only now: the address is out meanwhile.
      const built = await import('./compose.ts')
      return built.compose(asked, Promise.resolve(begun))
    },
    drop: () => begun.end(),
  }
}

/**
 * Takes the data folder and listens; the desk comes after, while a browser starts. Rejects with one sentence when another terminal uses the
 * folder or the port cannot be had; nothing is left running then.
 */
export async function serve(options: ServeOptions, parts: ServeParts = {}): Promise<Served> {
  const { port, ...rest } = options
  const asked: DeskOptions = { ...rest, processRoot: new URL('./', import.meta.url) }
  const started = await startOf(asked, parts.compose)
  const { promise: desk, resolve: stand, reject: fall } = Promise.withResolvers<Desk>()
  let composed: Promise<Desk> | null = null

  async function closeDesk(): Promise<void> {
    if (!composed) return started.drop()
    const there = await composed.catch(() => null)
    await there?.close()
  }

  try {
    const gateway = await openLoopbackGateway({
      desk,
      clock: parts.clock ?? clockOf(globalThis),
      page: parts.page ?? new URL(isBuilt ? '../renderer/' : '../dist/renderer/', import.meta.url),
      port,
      report: parts.report ?? reportDefect,
      ...(parts.onWindow ? { onWindow: parts.onWindow } : {}),
      ...(parts.onAddress ? { onAddress: parts.onAddress } : {}),
    })
    return {
      get url() {
        return gateway.url
      },
      async openDesk() {
        composed = started.compose()
        composed.then(stand, fall)
        // Windows that wait are told in any case; there may be none.
        desk.catch(() => {})
        await composed
      },
      async close() {
        await gateway.close()
        await closeDesk()
      },
    }
  } catch (error) {
    await closeDesk()
    throw error
  }
}
