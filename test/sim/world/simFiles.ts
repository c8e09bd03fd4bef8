/** The files of a simulated disk: what is written, what is durable, and what a loss of power leaves. Happens at once; knows no fault. */

import type { Random } from '../../../shared/base/random.ts'

interface Content {
  /** What a crash cannot take. */
  durable: Buffer
  now: Buffer
}

type Names = Map<string, Content>

export interface SimFilesOptions {
  readonly random: Random
  /** Whole lines of a file that became durable. */
  readonly onDurable: (path: string, lines: readonly string[]) => void
  /** Bytes are cut off a file; `kept`: another file that outlives a crash holds them. */
  readonly onCut: (path: string, bytes: number, kept: boolean) => void
  /** What a loss of power leaves of a file that was written to since its last sync. */
  readonly torn: (durable: Buffer, now: Buffer, random: Random) => Buffer
}

const EMPTY = Buffer.alloc(0)

/** Every method throws as the real disk does: an `Error` with a `code`. */
export class SimFiles {
  private readonly options: SimFilesOptions
  private names: Names = new Map()
  private durableNames: Names = new Map()
  /** Changes of names since the last sync of their folder, oldest first. */
  private unsynced: ((to: Names) => void)[] = []
  /** By path: bytes of the lines that were reported as durable. */
  private readonly reported = new Map<string, number>()

  constructor(options: SimFilesOptions) {
    this.options = options
  }

  private changeNames(change: (to: Names) => void): void {
    change(this.names)
    this.unsynced.push(change)
  }

  private reportDurable(path: string, { durable }: Content): void {
    const from = Math.min(this.reported.get(path) ?? 0, durable.length)
    const end = durable.lastIndexOf(0x0a) + 1
    this.reported.set(path, Math.max(from, end))
    if (end > from)
      this.options.onDurable(path, durable.subarray(from, end).toString('utf8').split('\n').slice(0, -1))
  }

  private contentOf(path: string): Content {
    const content = this.names.get(path)
    if (!content) throw Object.assign(new Error(`no such file ${path}`), { code: 'ENOENT' })
    return content
  }

  list(folder: string): string[] {
    return [...this.names.keys()].flatMap((path) =>
      path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
    )
  }

  read(path: string): Buffer | null {
    return this.names.get(path)?.now ?? null
  }

  create(path: string, bytes: Uint8Array): void {
    if (this.names.has(path)) throw Object.assign(new Error(`${path} is there`), { code: 'EEXIST' })
    const content: Content = { durable: EMPTY, now: Buffer.from(bytes) }
    this.changeNames((to) => to.set(path, content))
  }

  append(path: string, bytes: Uint8Array): void {
    const content = this.contentOf(path)
    content.now = Buffer.concat([content.now, bytes])
  }

  sync(path: string): void {
    const content = this.contentOf(path)
    content.durable = content.now
    this.reportDurable(path, content)
  }

  truncate(path: string, size: number): void {
    const content = this.contentOf(path)
    const cut = content.now.subarray(size)
    if (cut.length > 0) {
      const others = [...this.durableNames.values()].filter((other) => other !== content)
      this.options.onCut(
        path,
        cut.length,
        others.some(({ durable }) => durable.includes(cut)),
      )
    }
    content.now = content.now.subarray(0, size)
  }

  rename(from: string, to: string): void {
    const content = this.contentOf(from)
    this.changeNames((names) => {
      names.delete(from)
      names.set(to, content)
    })
  }

  remove(path: string): void {
    this.contentOf(path)
    this.changeNames((names) => names.delete(path))
  }

  syncFolder(): void {
    this.durableNames = new Map(this.names)
    this.unsynced = []
    for (const [path, content] of this.names) this.reportDurable(path, content)
  }

  /** What was not synced is left in part, or not at all. */
  losePower(): void {
    const { random, torn } = this.options
    // A file system keeps the order of changes to names, not how many of them.
    const surviving = this.unsynced.slice(0, random.integer(this.unsynced.length + 1))
    for (const change of surviving) change(this.durableNames)
    this.unsynced = []
    for (const content of this.durableNames.values()) {
      content.durable = torn(content.durable, content.now, random)
      content.now = content.durable
    }
    this.names = new Map(this.durableNames)
  }
}
