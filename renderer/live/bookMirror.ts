/** Holds the newest depth frame of one ladder. The worker reads it once per screen frame. No React, no copies. */

import { bookState, type BookFrame, type BookState } from '../../shared/domain/book/bookFrame.ts'
import type { ContractClient, TopicHandle } from '../../shared/contract/ports.ts'
import type { Key } from '../../shared/contract/contract.ts'

export interface BookMirror {
  /** The newest frame; null before the first. A frame never changes; a newer frame replaces it. */
  readonly frame: BookFrame | null
  /** Grows with every frame and when the link is lost, so that a reader can detect a change. */
  readonly version: number
  /** `down` while the window's own link to the core is lost; else the state in the frame. */
  readonly state: BookState
  /** Grants the next frame. Call once after painting a frame; further calls do nothing. */
  painted(): void
  close(): void
}

/** Opens the `book` topic for a key; calls `onNews` synchronously when `version` grows. */
export function mirrorBook(client: ContractClient, key: Key<'book'>, onNews: () => void): BookMirror {
  let frame: BookFrame | null = null
  let version = 0
  let linked = true
  let owes = false
  const take = (next: BookFrame) => {
    frame = next
    linked = true
    owes = true
    version++
    onNews()
  }
  const handle: TopicHandle = client.open('book', key, {
    snapshot: take,
    delta: take,
    stale() {
      linked = false
      version++
      onNews()
    },
  })
  return {
    get frame() {
      return frame
    },
    get version() {
      return version
    },
    get state() {
      if (!linked) return 'down'
      return frame === null ? 'waiting' : bookState(frame)
    },
    painted() {
      if (!owes) return
      owes = false
      handle.painted()
    },
    close: () => handle.close(),
  }
}
