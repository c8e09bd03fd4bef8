/** Reads the text of a venue profile: JSON that may hold comments, as `npm run venue:check` writes them. Pure. */

/** Text in quotes, or a comment. A comment in quotes is text. */
const PIECES = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** The text with spaces for its comments, so that a fault keeps its line and column. */
export const withoutComments = (text: string): string =>
  text.replace(PIECES, (piece) => (piece.startsWith('"') ? piece : piece.replaceAll(/[^\n]/g, ' ')))

/** The parsed text. Throws a `SyntaxError` where it is not JSON. */
export const parseProfileText = (text: string): unknown => JSON.parse(withoutComments(text))
