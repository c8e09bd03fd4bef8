/** A folder of recordings in memory, with a disk that can be held, filled and broken. */

import type { RecordingHead } from '../../../electron/record/format.ts'
import type { RecordingFolder } from '../../../electron/record/recordingPartWriter.ts'
import { recordingName } from '../../../electron/record/recordingFolder.ts'

export class MemoryRecordings implements RecordingFolder {
  readonly files = new Map<string, Buffer>()
  private released: (() => void)[] = []
  private held = false
  failure: string | null = null
  private readonly session: string

  constructor(session: string) {
    this.session = session
  }

  /** Appends wait until `release`. */
  hold(): void {
    this.held = true
  }

  release(): void {
    this.held = false
    for (const go of this.released.splice(0)) go()
  }

  open(stream: RecordingHead['stream'], first: number) {
    let part = first
    while (this.files.has(recordingName(this.session, stream, part))) part++
    const name = recordingName(this.session, stream, part)
    this.files.set(name, Buffer.alloc(0))
    const append = async (bytes: Uint8Array) => {
      if (this.held) await new Promise<void>((go) => this.released.push(go))
      if (this.failure !== null) throw Object.assign(new Error('disk'), { code: this.failure })
      this.files.set(name, Buffer.concat([this.files.get(name) ?? Buffer.alloc(0), bytes]))
    }
    return Promise.resolve({ part, file: { append, close: () => Promise.resolve() } })
  }

  size(): Promise<number> {
    return Promise.resolve([...this.files.values()].reduce((sum, bytes) => sum + bytes.length, 0))
  }
}
