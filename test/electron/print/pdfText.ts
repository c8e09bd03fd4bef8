/** Reads the text of an uncompressed PDF back: the glyphs of each page through the fonts' own tables. Knows only what `electron/print` writes. */

interface Reader {
  readonly pages: readonly string[]
  /** Names of the fonts, and how many are embedded. */
  readonly fonts: readonly string[]
  readonly embedded: number
}

/** Characters by glyph of a ToUnicode table. */
function glyphsOf(table: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    [...list.matchAll(/<([\w ]*)>/g)].forEach(([, hex = ''], n) => {
      const units = hex.match(/\w{4}/g) ?? []
      glyphs.set(
        Number.parseInt(first, 16) + n,
        String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
      )
    })
  return glyphs
}

export function pdfText(bytes: Uint8Array): Reader {
  const text = Buffer.from(bytes).toString('latin1')
  const objects = new Map(
    [...text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((found) => [found[1] ?? '', found[2] ?? '']),
  )
  const tables = new Map<string, Map<number, string>>()
  for (const body of objects.values())
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1] ?? ''
      tables.set(name, glyphsOf(objects.get(table) ?? ''))
    }
  const pages = [...objects.values()]
    .filter((body) => body.includes('\nBT\n'))
    .map((body) => {
      const lines: string[] = []
      let glyphs = new Map<number, string>()
      for (const [, font, shown] of body.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<\w*>|[\s\d.-])*)\] TJ/g)) {
        if (font !== undefined) glyphs = tables.get(font) ?? new Map()
        else
          lines.push(
            [...(shown ?? '').matchAll(/<(\w*)>/g)]
              .flatMap(([, hex = '']) => hex.match(/\w{4}/g) ?? [])
              .map((glyph) => glyphs.get(Number.parseInt(glyph, 16)) ?? '\uFFFD')
              .join(''),
          )
      }
      return lines.join('\n')
    })
  return {
    pages,
    fonts: [...new Set([...text.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name = '']) => name))],
    embedded: [...text.matchAll(/\/FontFile2 /g)].length,
  }
}
