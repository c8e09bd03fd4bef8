/** Packs blocks and appends them to the files of one stream, part after part. Counts the bytes; decides no limit but the size of a part. */

import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { blockBytes, headBytes, type RecordingHead } from './format.ts'

/** One file of a recording, which is only appended to. Both functions reject when the disk fails. */
export interface PartFile {
  append(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** Where the files of one session go. */
export interface RecordingFolder {
  /** Creates the file of this part; takes the next free part where that file exists. Rejects when the disk fails. */
  open(
    stream: RecordingHead['stream'],
    part: number,
  ): Promise<{ readonly file: PartFile; readonly part: number }>
  /** Bytes that this session's stream has on disk. */
  size(stream: RecordingHead['stream']): Promise<number>
}

/** Compression level: packs this text about as small as the default level, and three times as fast. */
const LEVEL = 3
const deflate = promisify(deflateRaw)

export class RecordingPartWriter {
  private readonly folder: RecordingFolder
  private readonly head: Omit<RecordingHead, 'part'>
  private readonly partBytes: number
  private file: PartFile | null = null
  private part = 0
  private fileBytes = 0
  private total: number | null = null

  /** `partBytes`: a file that reached this size is followed by the next part. */
  constructor(folder: RecordingFolder, head: Omit<RecordingHead, 'part'>, partBytes: number) {
    this.folder = folder
    this.head = head
    this.partBytes = partBytes
  }

  /** Bytes of all parts of this stream, with those of earlier writers. Rejects when the disk fails. */
  async totalBytes(): Promise<number> {
    this.total ??= await this.folder.size(this.head.stream)
    return this.total
  }

  /** Appends one block. Rejects when the disk fails. */
  async append(block: Buffer): Promise<void> {
    const bytes = blockBytes(await deflate(block, { level: LEVEL }), block.length)
    if (this.file === null || this.fileBytes >= this.partBytes) await this.openNext()
    await this.write(bytes)
  }

  /** Never rejects. */
  async close(): Promise<void> {
    await this.file?.close().catch(() => undefined)
    this.file = null
  }

  private async openNext(): Promise<void> {
    await this.file?.close()
    const opened = await this.folder.open(this.head.stream, this.part + 1)
    this.file = opened.file
    this.part = opened.part
    this.fileBytes = 0
    await this.write(headBytes({ ...this.head, part: this.part }))
  }

  private async write(bytes: Buffer): Promise<void> {
    await this.file?.append(bytes)
    this.fileBytes += bytes.length
    this.total = (this.total ?? 0) + bytes.length
  }
}
