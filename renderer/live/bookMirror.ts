/** The newest depth frame of one ladder: written as frames come, read once a screen frame. No React, no copies. */

import { bookState, type BookFrame, type BookState } from '../../shared/domain/book/bookFrame.ts'
import type { ContractClient, TopicHandle } from '../../shared/contract/ports.ts'
import type { Key } from '../../shared/contract/contract.ts'

export interface BookMirror {
  /** The newest frame, null before the first. Never changed after it is here: a newer one replaces it. */
  readonly frame: BookFrame | null
  /** Grows with every frame and when the link is lost, so that a reader sees whether there is news. */
  readonly version: number
  /** `down` while the window's own link to the core is gone, whatever the frame says. */
  readonly state: BookState
  /** Grants the next frame: call after painting, once per frame painted; more calls do nothing. */
  painted(): void
  close(): void
}

/** Opens the `book` topic for a key; `onNews` is called synchronously when `version` grew. */
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
