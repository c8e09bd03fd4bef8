/** Appends to the journal: one append and one fdatasync for all waiting entries, and a new segment when one is full. Repeats no failed write. */

import type { Stop } from '../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { JournalEntry } from '../../../shared/domain/journalEntry.ts'
import { encodeBatch, type ChainEnd } from './batch.ts'
import { nameSegment, type Found, type Place } from './opening.ts'
import type { Checkpoint, Item } from './proof/record.ts'
import { CANCEL_ONLY } from '../diskReason.ts'
import { whatToDoAbout, whyOf } from './keyStore.ts'
import { sealedHead, type Mark, type Seal } from './proof/seal.ts'
import { lostFolderSentence } from './files/lock.ts'
import { FOLDER, segmentName, unfinishedName } from './files/segments.ts'

/** Ms after the last checkpoint until another is due, where there is anything to sign. */
const CHECKPOINT_MS = 60_000

/** Ms between two checks of the folder's lock. It is checked before every write as well. */
const LOCK_MS = 1_000

const CLOSED = 'The order journal is closed.'

interface Waiting {
  readonly items: readonly Item[]
  readonly sign: Checkpoint['next'] | null
  readonly done: (outcome: Result<null, string>) => void
}

const entryItem = (body: JournalEntry): Item => ({ kind: 'entry', body })

export class SegmentWriter {
  private readonly place: Place
  private readonly seal: Seal
  private readonly segmentBytes: number
  private number: number
  private size: number
  /** Size of the segment when it got its name. A segment that has not grown since then is never full. */
  private sizeAtStart = 0
  private end: ChainEnd
  private ended: boolean
  private carried: () => readonly JournalEntry[] = () => []
  private waiting: Waiting[] = []
  private pumping = false
  private headDue: Mark | null = null
  private headUnderWay: Promise<void> = Promise.resolve()
  private stopTimer: Stop = () => {}
  private closing = false
  private why: string | null = null
  private failed: (sentence: string) => void = () => {}

  constructor(place: Place, found: Found, segmentBytes: number) {
    this.place = place
    this.seal = found.seal
    this.number = found.number
    this.size = found.size
    this.end = found.end
    this.ended = found.ended
    this.segmentBytes = segmentBytes
  }

  /** Why no entry is accepted any more; null: entries are accepted. */
  get problem(): string | null {
    return this.why
  }

  carry(entries: () => readonly JournalEntry[]): void {
    this.carried = entries
  }

  /** `failed` receives why the journal failed. Closing it is no failure. */
  listen(failed: (sentence: string) => void): void {
    this.failed = failed
  }

  /** Writes the first records of a run: its signed beginning, and the torn tail of the run before. */
  async begin(torn: Found['torn']): Promise<void> {
    // A complete segment accepts no record. The run's signed beginning then opens the next segment.
    if (!this.ended) await this.add([], 'more')
    if (torn) await this.add([{ kind: 'torn', body: torn }], 'more')
    await this.headUnderWay
    const stopSigning = this.place.clock.every(CHECKPOINT_MS, () => {
      if (this.why === null && this.end.unsigned > 0) void this.add([], 'more')
    })
    const stopWatching = this.place.clock.every(LOCK_MS, () => void this.checkLock())
    this.stopTimer = () => {
      stopSigning()
      stopWatching()
    }
  }

  async write(entries: readonly JournalEntry[]): Promise<Result<null, string>> {
    return this.closing ? fail(CLOSED) : await this.add(entries.map(entryItem), null)
  }

  /** Signs the end. No entry is accepted afterwards. */
  async close(): Promise<void> {
    this.closing = true
    this.stopTimer()
    await this.add([], this.ended ? null : 'closed')
    await this.headUnderWay
    this.stop(CLOSED)
  }

  private add(items: readonly Item[], sign: Checkpoint['next'] | null): Promise<Result<null, string>> {
    if (this.why !== null) return Promise.resolve(fail(this.why))
    return new Promise((done) => {
      this.waiting.push({ items, sign, done })
      void this.pump()
    })
  }

  private async pump(): Promise<void> {
    if (this.pumping) return
    this.pumping = true
    while (this.waiting.length > 0) {
      // The intent and the SEND entry of an order follow each other within a turn, so they share one sync.
      await Promise.all([this.place.disk.turn(), this.checkLock()])
      const batch = this.waiting
      this.waiting = []
      await this.commit(batch)
    }
    this.pumping = false
  }

  /** Stops the journal once another terminal may write it. Each would damage the journal and deal without the other's orders. */
  private async checkLock(): Promise<void> {
    if (this.why !== null) return
    try {
      const { disk, folder, lock } = this.place
      const other = (await lock?.whyLost()) ?? null
      const file = (await disk.whyReplaced?.(`${FOLDER}/${segmentName(this.number)}`, this.size)) ?? null
      if ((other === null && file === null) || this.why !== null) return
      const sentence =
        other === null
          ? `The order journal in ${folder} was changed from outside: ${file}. Nothing is recorded any more. ${CANCEL_ONLY} Check the open orders of each customer at the venue. Then restore the file and restart Openpit.`
          : lostFolderSentence(folder, other)
      this.stop(sentence)
      lock?.lost(sentence)
    } catch (error) {
      this.fail(error)
    }
  }

  private async commit(batch: readonly Waiting[]): Promise<void> {
    try {
      if (this.why === null)
        await this.put(
          batch.flatMap(({ items }) => items),
          batch.findLast(({ sign }) => sign !== null)?.sign ?? null,
        )
    } catch (error) {
      this.fail(error)
    }
    const outcome = this.why === null ? ok(null) : fail(this.why)
    for (const { done } of batch) done(outcome)
  }

  private async put(items: readonly Item[], sign: Checkpoint['next'] | null): Promise<void> {
    if (items.length === 0 && sign === null) return
    let next = encodeBatch(this.end, this.seal, items, sign)
    if (this.ended || (items.some(({ kind }) => kind === 'entry') && !this.fits(next.bytes))) {
      await this.beginNextSegment()
      next = encodeBatch(this.end, this.seal, items, sign)
    }
    await this.appendSynced(next)
  }

  /** Whether the bytes fit into the segment. Only entries begin a new one: at a run's first checkpoint the state to carry over is not known yet. */
  private fits(bytes: Uint8Array): boolean {
    return this.size + bytes.length <= this.segmentBytes || this.size <= this.sizeAtStart
  }

  private async appendSynced({ bytes, end }: { bytes: Buffer; end: ChainEnd }): Promise<void> {
    const path = `${FOLDER}/${segmentName(this.number)}`
    await this.place.disk.append(path, bytes)
    await this.place.disk.sync(path)
    this.advance(bytes, end)
  }

  private advance(bytes: Uint8Array, end: ChainEnd): void {
    const signed = end.unsigned === 0 || end.mark.seq - this.end.mark.seq > end.unsigned
    this.size += bytes.length
    this.end = end
    if (signed) this.storeHead(end.mark)
  }

  /** Writes the next segment. It gets its name once all of it is on disk, so that an unfinished segment never counts as part of the journal. */
  private async beginNextSegment(): Promise<void> {
    const { disk } = this.place
    if (!this.ended) await this.appendSynced(encodeBatch(this.end, this.seal, [], 'next-segment'))
    this.ended = true
    const number = this.number + 1
    const path = `${FOLDER}/${unfinishedName(number)}`
    const { journal, count } = this.end.mark
    const start: Item = {
      kind: 'segment',
      body: { journal, number, count, publicKey: this.seal.publicKey },
    }
    const head = encodeBatch(this.end, this.seal, [start], 'more')
    await disk.create(path, head.bytes)
    // Called as late as possible, so that code whose entries were confirmed meanwhile has updated the carried state.
    const rest = encodeBatch(head.end, this.seal, this.carried().map(entryItem), 'more')
    await disk.append(path, rest.bytes)
    await disk.sync(path)
    await nameSegment(disk, number)
    this.number = number
    this.size = 0
    this.ended = false
    this.advance(Buffer.concat([head.bytes, rest.bytes]), rest.end)
    this.sizeAtStart = this.size
  }

  /** Stores the newest signed head in the key store, one head at a time. Orders do not wait for it. */
  private storeHead(mark: Mark): void {
    const idle = this.headDue === null
    this.headDue = mark
    if (idle) this.headUnderWay = this.headUnderWay.then(() => this.writeHeads())
  }

  private async writeHeads(): Promise<void> {
    while (this.headDue !== null && this.why === null) {
      const mark = this.headDue
      try {
        await this.place.keyStore.write('journal-head', sealedHead(this.seal, mark))
      } catch (error) {
        this.fail(error)
      }
      if (this.headDue === mark) this.headDue = null
    }
  }

  private fail(error: unknown): void {
    this.stop(
      `The order journal in ${this.place.folder} cannot be written: ${whyOf(error)}. Nothing more is recorded. ${CANCEL_ONLY} ${whatToDoAbout(error)}, then restart Openpit.`,
    )
  }

  private stop(sentence: string): void {
    this.stopTimer()
    if (this.why !== null) return
    this.why = sentence
    if (sentence !== CLOSED) this.failed(sentence)
  }
}
