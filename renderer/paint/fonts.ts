/** Loads the ladder's fonts in a worker, which has no style sheets, from the font files of the page. */

import words from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import numbers from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url'

/** A worker's `fonts`, which is missing in the page's types. */
interface FontHost {
  readonly fonts: { add(face: FontFace): unknown }
}

const FACES = [
  ['Inter Variable', words, '100 900'],
  ['JetBrains Mono Variable', numbers, '100 800'],
] as const

/** Resolves when both fonts are loaded. Rejects when a font cannot be loaded; the system's own font then replaces it. */
export function loadFonts(): Promise<unknown> {
  const { fonts } = globalThis as unknown as FontHost
  return Promise.all(
    FACES.map(([family, file, weight]) => {
      const face = new FontFace(family, `url(${JSON.stringify(new URL(file, import.meta.url).href)})`, {
        weight,
      })
      fonts.add(face)
      return face.load()
    }),
  )
}
