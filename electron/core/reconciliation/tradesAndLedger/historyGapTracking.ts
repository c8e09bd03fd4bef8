/** Tracks which codes of a list are known without a gap up to now, and which gaps are open. Stores codes, never records. */

export class KnownRun {
  /** Codes that are known without a gap up to now, or up to the open gap. */
  private readonly anchored = new Set<string>()
  /** Codes that came by stream after a gap opened. */
  private readonly loose = new Set<string>()
  /** Codes that came by stream since `listen`. */
  private heard: Set<string> | null = null
  private closedGaps = 0
  /** Gaps opened so far. The first is open from the start: nothing was read yet. */
  gaps = 1

  get isEmpty(): boolean {
    return this.anchored.size === 0
  }

  get size(): number {
    return this.anchored.size
  }

  /** Whether no gap is open. */
  get isUnbroken(): boolean {
    return this.gaps === this.closedGaps
  }

  has(code: string): boolean {
    return this.anchored.has(code)
  }

  /** A copy of the codes of the run. */
  codes(): Set<string> {
    return new Set(this.anchored)
  }

  /** Number of codes in the run and in `seen` together. */
  countWith(seen: ReadonlySet<string>): number {
    return new Set([...seen, ...this.anchored]).size
  }

  add(codes: Iterable<string>): void {
    for (const code of codes) this.anchored.add(code)
  }

  /** A record came by stream: part of the run unless a gap is open. */
  note(code: string): void {
    this.heard?.add(code)
    ;(this.isUnbroken ? this.anchored : this.loose).add(code)
  }

  /** Collects the codes that come by stream from now on, until `stopListening`. */
  listen(): ReadonlySet<string> {
    this.heard = new Set()
    return this.heard
  }

  stopListening(): void {
    this.heard = null
  }

  openGap(): void {
    this.gaps++
  }

  /** Closes the gaps that were open when a reading began. False, without effect, where another opened meanwhile. */
  closeGaps(gapsAtStart: number): boolean {
    if (this.gaps !== gapsAtStart) return false
    this.closedGaps = this.gaps
    return true
  }

  /** Joins the codes that came by stream after the gap to the run. */
  anchorLoose(): void {
    this.add(this.loose)
    this.loose.clear()
  }
}
