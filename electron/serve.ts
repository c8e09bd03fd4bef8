/** The terminal in plain Node: the core behind the loopback gateway, for a browser window on this machine. Composes; decides nothing. */

import { clockOf, type Clock } from '../shared/base/clock.ts'
import { compose } from './compose.ts'
import type { Desk, DeskOptions } from './desk.ts'
import { openLoopbackGateway } from './gateway/loopbackGateway.ts'
import { reportDefect } from './launch/reportDefect.ts'

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
}

export interface Served {
  /** `http://127.0.0.1:PORT/#TOKEN` */
  readonly url: string
  /** Closes windows, sessions, worker and paper broker. */
  close(): Promise<void>
}

/** Rejects with one sentence when the desk or the port cannot be had; nothing is left running then. */
export async function serve(options: ServeOptions, parts: ServeParts = {}): Promise<Served> {
  const { port, ...deskOptions } = options
  const desk = await (parts.compose ?? compose)({
    ...deskOptions,
    processRoot: new URL('./', import.meta.url),
  })
  try {
    const gateway = await openLoopbackGateway({
      desk,
      clock: parts.clock ?? clockOf(globalThis),
      page: parts.page ?? new URL('../dist/renderer/', import.meta.url),
      port,
      report: parts.report ?? reportDefect,
      ...(parts.onWindow ? { onWindow: parts.onWindow } : {}),
    })
    return {
      url: gateway.url,
      async close() {
        await gateway.close()
        await desk.close()
      },
    }
  } catch (error) {
    await desk.close()
    throw error
  }
}
