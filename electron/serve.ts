/** The terminal in plain Node: the core behind the loopback gateway, for a browser window on this machine. Decides nothing. */

import { clockOf, type Clock } from '../shared/base/clock.ts'
import { begin } from './launch/earlyStart.ts'
import type { Desk, DeskOptions } from './deskTypes.ts'
import { openLoopbackGateway } from './gateway/browserGateway.ts'
import { reportDefect } from './launch/reportDefect.ts'
import { RestingOrdersWatch } from './shell/quitting/restingOrdersWatch.ts'

/** Whether this is the built program (`dist/electron/serve.mjs`). */
const isBuilt = import.meta.url.endsWith('.mjs')

export interface ServeOptions extends Omit<DeskOptions, 'processRoot'> {
  /** 0 takes any free port. */
  readonly port: number
}

/** Replacements that tests and other entries may pass. */
export interface ServeOverrides {
  readonly compose?: (options: DeskOptions) => Promise<Desk>
  readonly clock?: Clock
  /** Folder of the built page; ends with a slash. */
  readonly page?: URL
  readonly report?: (sentence: string, error: unknown) => void
  /** Called when a window has been admitted. */
  readonly onWindow?: () => void
  /** Called when the address was used: `url` opens the next window. */
  readonly onAddress?: (url: string) => void
}

export interface Served {
  /** `http://127.0.0.1:PORT/#TOKEN`, valid for one window. The page loads at once; its window waits for `startDesk`. */
  readonly url: string
  /** Call once. Rejects with one sentence when the core cannot start; waiting windows receive the same sentence. */
  startDesk(): Promise<void>
  /** What stays live at the venue when the terminal closes now, a sentence or a line each; none where nothing does. */
  staysLive(): readonly string[]
  /** Closes windows, sessions, worker and paper broker. */
  close(): Promise<void>
}

interface StartedDesk {
  compose(): Promise<Desk>
  /** Call this instead of `compose` when the start fails. */
  release(): Promise<void>
}

/** Rejects when another terminal uses the data folder. */
async function startOf(asked: DeskOptions, given: ServeOverrides['compose']): Promise<StartedDesk> {
  if (given) return { compose: () => given(asked), release: () => Promise.resolve() }
  const begun = await begin(asked)
  return {
    async compose() {
      // Imported after the gateway listens, so that the browser starts meanwhile.
      const built = await import('./compose.ts')
      return built.compose(asked, Promise.resolve(begun))
    },
    release: () => begun.end(),
  }
}

/**
 * Takes the data folder and listens; `startDesk` starts the core while a browser starts.
 * Rejects with one sentence when another terminal uses the folder or the port is not available. Then nothing is left running.
 */
export async function serve(options: ServeOptions, overrides: ServeOverrides = {}): Promise<Served> {
  const { port, ...rest } = options
  const asked: DeskOptions = { ...rest, processRoot: new URL('./', import.meta.url) }
  const started = await startOf(asked, overrides.compose)
  const { promise: desk, resolve: resolveDesk, reject: rejectDesk } = Promise.withResolvers<Desk>()
  let composed: Promise<Desk> | null = null
  let resting: RestingOrdersWatch | null = null

  async function closeDesk(): Promise<void> {
    if (!composed) return started.release()
    const running = await composed.catch(() => null)
    await running?.close()
  }

  try {
    const gateway = await openLoopbackGateway({
      desk,
      clock: overrides.clock ?? clockOf(globalThis),
      page: overrides.page ?? new URL(isBuilt ? '../renderer/' : '../dist/renderer/', import.meta.url),
      port,
      report: overrides.report ?? reportDefect,
      ...(overrides.onWindow ? { onWindow: overrides.onWindow } : {}),
      ...(overrides.onAddress ? { onAddress: overrides.onAddress } : {}),
    })
    return {
      get url() {
        return gateway.url
      },
      async startDesk() {
        composed = started.compose()
        composed.then(resolveDesk, rejectDesk)
        // Waiting windows handle the failure; without windows it would be unhandled.
        desk.catch(() => {})
        const running = await composed
        resting = new RestingOrdersWatch(running.sources, {
          windowId: 'program',
          allows: (scope) => running.allows('loopback', scope),
        })
      },
      staysLive: () => resting?.lines() ?? [],
      async close() {
        resting?.close()
        await gateway.close()
        await closeDesk()
      },
    }
  } catch (error) {
    await closeDesk()
    throw error
  }
}
