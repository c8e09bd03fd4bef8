/** A disk in memory that fails or loses its power where a test says so. What was not synced is kept apart, so that it can be lost. */

import type { JournalDisk } from '../../../electron/storage/journal/files/disk.ts'

interface File {
  bytes: Buffer
  durable: Buffer
}

export type Operation = Exclude<keyof JournalDisk, 'turn' | 'close'>
/** What becomes of the `n`th call (from 0). A `part` of an append's bytes is written before the power goes. */
export type Fate =
  | 'done'
  | { readonly fails: string; readonly part?: number }
  | { readonly crash: 'before' | 'after'; readonly part?: number }
export type Plan = (n: number, operation: Operation, path: string) => Fate

const coded = (code: string) => Object.assign(new Error(code), { code })
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export class MemoryDisk implements JournalDisk {
  private now = new Map<string, File>()
  private durable = new Map<string, File>()
  private readonly plan: Plan
  crashed = false
  /** Every call so far: `append journal/000001.journal`. */
  readonly calls: string[] = []

  constructor(plan: Plan = () => 'done') {
    this.plan = plan
  }

  /** What the next start finds: `all` after a killed process, only what was synced (`durable`) after a power cut. */
  after(crash: 'all' | 'durable', plan?: Plan): MemoryDisk {
    const next = new MemoryDisk(plan)
    for (const [path, file] of crash === 'all' ? this.now : this.durable) {
      const bytes = Buffer.from(crash === 'all' ? file.bytes : file.durable)
      next.put(path, bytes)
    }
    return next
  }

  /** Puts a file there, durable. */
  put(path: string, bytes: Uint8Array): void {
    const file = { bytes: Buffer.from(bytes), durable: Buffer.from(bytes) }
    this.now.set(path, file)
    this.durable.set(path, file)
  }
  drop(path: string): void {
    this.now.delete(path)
    this.durable.delete(path)
  }
  bytes(path: string): Buffer {
    const file = this.now.get(path)
    if (!file) throw new Error(`no file ${path}`)
    return file.bytes
  }
  paths(): string[] {
    return [...this.now.keys()].toSorted()
  }

  async makeFolder(folder: string): Promise<void> {
    await this.act('makeFolder', folder, () => {})
  }
  async list(folder: string): Promise<readonly string[]> {
    return this.act('list', folder, () =>
      [...this.now.keys()]
        .filter((path) => folderOf(path) === folder)
        .map((path) => path.slice(folder.length + (folder === '' ? 0 : 1))),
    )
  }
  async read(path: string): Promise<Uint8Array | null> {
    return this.act('read', path, () => {
      const file = this.now.get(path)
      return file ? Buffer.from(file.bytes) : null
    })
  }
  async create(path: string, bytes: Uint8Array): Promise<void> {
    await this.act('create', path, (part) => {
      if (this.now.has(path)) throw coded('EEXIST')
      this.now.set(path, { bytes: Buffer.from(bytes.subarray(0, part)), durable: Buffer.alloc(0) })
    })
  }
  async append(path: string, bytes: Uint8Array): Promise<void> {
    await this.act('append', path, (part) => {
      const file = this.fileAt(path)
      file.bytes = Buffer.concat([file.bytes, bytes.subarray(0, part)])
    })
  }
  async sync(path: string): Promise<void> {
    await this.act('sync', path, () => {
      const file = this.fileAt(path)
      file.durable = file.bytes
    })
  }
  async truncate(path: string, size: number): Promise<void> {
    await this.act('truncate', path, () => {
      const file = this.fileAt(path)
      file.bytes = file.bytes.subarray(0, size)
    })
  }
  async rename(from: string, to: string): Promise<void> {
    await this.act('rename', from, () => {
      this.now.set(to, this.fileAt(from))
      this.now.delete(from)
    })
  }
  async remove(path: string): Promise<void> {
    await this.act('remove', path, () => {
      this.fileAt(path)
      this.now.delete(path)
    })
  }
  async syncFolder(folder: string): Promise<void> {
    await this.act('syncFolder', folder, () => {
      for (const path of this.durable.keys())
        if (folderOf(path) === folder && !this.now.has(path)) this.durable.delete(path)
      for (const [path, file] of this.now) if (folderOf(path) === folder) this.durable.set(path, file)
    })
  }
  turn(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve))
  }
  async close(): Promise<void> {}

  private fileAt(path: string): File {
    const file = this.now.get(path)
    if (!file) throw coded('ENOENT')
    return file
  }

  private async act<T>(operation: Operation, path: string, run: (part?: number) => T): Promise<T> {
    await Promise.resolve()
    if (this.crashed) throw coded('CRASHED')
    const fate = this.plan(this.calls.length, operation, path)
    this.calls.push(`${operation} ${path}`)
    if (fate === 'done') return run()
    if ('crash' in fate) {
      if (fate.crash === 'after' || fate.part !== undefined) run(fate.part)
      this.crashed = true
      throw coded('CRASHED')
    }
    if (fate.part !== undefined) run(fate.part)
    throw coded(fate.fails)
  }
}
