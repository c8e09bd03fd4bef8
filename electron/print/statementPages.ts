/** Draws a statement on the pages of a PDF. The same statement always gives the same bytes: time, file id and compression depend on nothing else. */

import { shownCode } from '../../shared/base/shownCode.ts'
import Document from 'pdfkit'
import type { Statement } from '../../shared/domain/statements/statement.ts'
import {
  SECTION_TITLES,
  UNKNOWN_FIGURE,
  faultWords,
  isProven,
  noLineWords,
  periodWords,
  plainLines,
  proofWords,
  sameRecordsWords,
  sumsOf,
  unsummedLines,
  type PlainLine,
} from '../../shared/domain/statements/statementWords.ts'
import { printableText } from './printableText.ts'

export interface Fonts {
  readonly plain: Uint8Array
  readonly bold: Uint8Array
}

/** Points. */
const MARGIN = 36
const FOOT = 24
const LEADING = 10
const SMALL = 7
const TEXT = 9
const WIDTH = 841.89 - 2 * MARGIN
const BOTTOM = 595.28 - MARGIN - FOOT
const GAP = 6
/** Lines of one cell at most. The longest amount has 60 digits and needs eight: only a text of the venue is ever cut, and then says so. */
const MOST_LINES = 12

interface Column {
  readonly title: string
  readonly width: number
  readonly align: 'left' | 'right'
  readonly text: (line: PlainLine) => string
}

const left = (title: string, width: number, text: Column['text']): Column => ({
  title,
  width,
  align: 'left',
  text,
})
const right = (title: string, width: number, text: Column['text']): Column => ({
  title,
  width,
  align: 'right',
  text,
})

/** The lines of a cell that go on one page. */
const shortened = (lines: readonly string[]): readonly string[] =>
  lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES - 1), `… ${lines.slice(MOST_LINES - 1).join('').length} more`]

const TIME = left('Venue time, UTC', 90, ({ time }) => time.replace('T', ' ').replace('Z', ''))
const CASH = right('Cash, USDC', 92, ({ cash }) => cash)
const BALANCE = right('Balance, USDC', 96, ({ balance }) => balance)
const FILL_COLUMNS: readonly Column[] = [
  TIME,
  left('Instrument', 74, ({ symbol }) => symbol && shownCode(symbol)),
  left('Side', 24, ({ side }) => side),
  right('Amount', 52, ({ amount }) => amount),
  right('Price, USDC', 64, ({ price }) => price),
  right('Realised, USDC', 90, ({ realised_pnl }) => realised_pnl),
  right('Fee, USDC', 90, ({ fee }) => fee),
  CASH,
  BALANCE,
  left('Code', 97, ({ code }) => code),
]
const CASH_COLUMNS: readonly Column[] = [
  TIME,
  left('Type', 96, ({ type }) => type),
  left('Instrument', 90, ({ symbol }) => symbol && shownCode(symbol)),
  right('Mark, USDC', 74, ({ mark_price }) => mark_price),
  right('Rate', 70, ({ funding_rate }) => funding_rate),
  CASH,
  BALANCE,
  left('Code', 161, ({ code }) => code),
]
const UNSUMMED_COLUMNS: readonly Column[] = [
  TIME,
  left('Type', 80, ({ type }) => type),
  left('Status', 60, ({ status }) => status),
  right('Amount, USDC', 100, ({ cash }) => cash),
  left('Why', 237, ({ note }) => note),
  left('Code', 200, ({ code }) => code),
]

interface FontInUse {
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean }
}

/** One document while it is drawn. `y`: where the next line begins. */
class Pages {
  readonly #pdf: InstanceType<typeof Document>
  readonly #hasGlyph: (codePoint: number) => boolean
  #y = MARGIN

  constructor(statement: Statement, fonts: Fonts) {
    const made = new Date(statement.to + 1)
    this.#pdf = new Document({
      size: 'A4',
      layout: 'landscape',
      margin: 0,
      bufferPages: true,
      // Deflate may differ between processors and releases of zlib, and the bytes must not.
      compress: false,
      pdfVersion: '1.7',
      lang: 'en-US',
      displayTitle: true,
      // Without a first font pdfkit would look for its own, which are not embedded.
      font: null as unknown as string,
      info: {
        Title: statement.number,
        Producer: 'Openpit',
        Creator: 'Openpit',
        CreationDate: made,
        ModDate: made,
      },
    })
    this.#pdf.registerFont('plain', Buffer.from(fonts.plain))
    this.#pdf.registerFont('bold', Buffer.from(fonts.bold))
    this.#pdf.font('plain')
    // pdfkit's types leave out the font in use.
    const { font } = Reflect.get(this.#pdf, '_font') as FontInUse
    this.#hasGlyph = (codePoint) => font.hasGlyphForCodePoint(codePoint)
  }

  #use(weight: 'plain' | 'bold', size: number): void {
    this.#pdf.font(weight).fontSize(size)
  }

  #put(text: string, x: number, y: number): void {
    if (text !== '') this.#pdf.text(text, x, y, { lineBreak: false })
  }

  /** The text in lines of at most `width`, between any two characters. No digit is ever cut. */
  #wrap(text: string, width: number): string[] {
    const safe = printableText(text, this.#hasGlyph)
    if (this.#pdf.widthOfString(safe) <= width) return [safe]
    const lines: string[] = []
    let line = ''
    for (const character of safe) {
      if (line !== '' && this.#pdf.widthOfString(line + character) > width) {
        const space = line.lastIndexOf(' ')
        lines.push(space > 0 ? line.slice(0, space) : line)
        line = space > 0 ? line.slice(space + 1) : ''
      }
      line += character
    }
    return [...lines, line]
  }

  #newPage(): void {
    this.#pdf.addPage()
    this.#y = MARGIN
  }

  space(height: number): void {
    this.#y += height
  }

  paragraph(text: string, size = TEXT, weight: 'plain' | 'bold' = 'plain'): void {
    this.#use(weight, size)
    for (const line of this.#wrap(text, WIDTH)) {
      if (this.#y + size > BOTTOM) {
        this.#newPage()
        this.#use(weight, size)
      }
      this.#put(line, MARGIN, this.#y)
      this.#y += size * 1.45
    }
  }

  /** Labels, and amounts under each other by their last digit. */
  sums(rows: readonly (readonly [label: string, amount: string])[]): void {
    for (const [label, amount] of rows) {
      if (this.#y + TEXT > BOTTOM) this.#newPage()
      this.#use(label.endsWith('balance') ? 'bold' : 'plain', TEXT)
      this.#put(label, MARGIN, this.#y)
      const width = this.#pdf.widthOfString(amount)
      this.#put(amount, MARGIN + 380 - width, this.#y)
      this.#y += TEXT * 1.5
    }
  }

  table(title: string, columns: readonly Column[], lines: readonly PlainLine[]): void {
    if (this.#y + 4 * LEADING > BOTTOM) this.#newPage()
    this.paragraph(title, TEXT + 1, 'bold')
    this.space(2)
    this.#head(columns)
    for (const line of lines) {
      this.#use('plain', SMALL)
      const cells = columns.map(({ width, text }) => shortened(this.#wrap(text(line), width - GAP)))
      const height = LEADING * Math.max(...cells.map((cell) => cell.length))
      if (this.#y + height > BOTTOM) {
        this.#newPage()
        this.#head(columns)
        this.#use('plain', SMALL)
      }
      this.#row(columns, cells)
      this.#y += height
    }
    this.space(LEADING)
  }

  #row(columns: readonly Column[], cells: readonly (readonly string[])[]): void {
    let x = MARGIN
    columns.forEach(({ width, align }, n) => {
      cells[n]?.forEach((text, line) => {
        const indent = align === 'left' ? 0 : width - GAP - this.#pdf.widthOfString(text)
        this.#put(text, x + indent, this.#y + line * LEADING)
      })
      x += width
    })
  }

  #head(columns: readonly Column[]): void {
    this.#use('bold', SMALL)
    this.#row(
      columns,
      columns.map(({ title }) => [title]),
    )
    this.#y += LEADING + 1
    this.#pdf
      .lineWidth(0.5)
      .moveTo(MARGIN, this.#y - 1)
      .lineTo(MARGIN + WIDTH, this.#y - 1)
      .stroke()
    this.#y += 2
  }

  /** Writes the foot of every page and answers the bytes. */
  async finish(foot: string): Promise<Uint8Array> {
    const { count } = this.#pdf.bufferedPageRange()
    const safe = printableText(foot, this.#hasGlyph)
    for (let page = 0; page < count; page++) {
      this.#pdf.switchToPage(page)
      this.#use('plain', SMALL)
      this.#put(`${safe} · page ${page + 1} of ${count}`, MARGIN, 595.28 - MARGIN - SMALL)
    }
    const parts: Buffer[] = []
    this.#pdf.on('data', (part: Buffer) => parts.push(part))
    const ended = new Promise<void>((done) => this.#pdf.on('end', () => done()))
    this.#pdf.end()
    await ended
    return Buffer.concat(parts)
  }
}

const amountWords = (amount: string): string => (amount === UNKNOWN_FIGURE ? amount : `${amount} USDC`)

export async function statementPages(statement: Statement, fonts: Fonts): Promise<Uint8Array> {
  const { number, customerCode, digests, faults, isInterim, sections } = statement
  const pages = new Pages(statement, fonts)
  pages.paragraph(`Statement of customer ${shownCode(customerCode)}`, 16, 'bold')
  pages.paragraph(`${periodWords(statement)}, days of UTC${isInterim ? '. The period is not over.' : ''}`, 11)
  pages.paragraph(`Number ${number}`)
  pages.paragraph(sameRecordsWords(statement), SMALL)
  pages.paragraph(`SHA-256 of the records ${digests.records}`, SMALL)
  pages.paragraph(`SHA-256 of the proof ${digests.proof}`, SMALL)
  pages.space(LEADING)
  pages.paragraph(proofWords(statement), TEXT, isProven(statement) ? 'plain' : 'bold')
  for (const fault of faults) pages.paragraph(`– ${faultWords(fault)}`, SMALL + 1)
  pages.space(LEADING)
  pages.sums(sumsOf(statement).map(([label, amount]) => [label, amountWords(amount)] as const))
  pages.space(LEADING)
  const lines = plainLines(statement)
  for (const { name, total } of sections) {
    const own = lines.filter(({ section }) => section === SECTION_TITLES[name])
    const counted = `${own.length} ${own.length === 1 ? 'movement' : 'movements'}`
    if (own.length > 0)
      pages.table(
        `${SECTION_TITLES[name]}: ${total === null ? `${counted}, and the sum is not known` : `${total} USDC in ${counted}`}`,
        name === 'trades' || name === 'forced' ? FILL_COLUMNS : CASH_COLUMNS,
        own,
      )
  }
  const unsummed = unsummedLines(statement)
  if (unsummed.length > 0) pages.table('Not in any sum', UNSUMMED_COLUMNS, unsummed)
  if (lines.length === 0) pages.paragraph(noLineWords(statement))
  return pages.finish(number)
}
