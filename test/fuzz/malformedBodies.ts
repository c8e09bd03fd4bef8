/** Requests whose body is malformed: JSON, fields, numbers, bytes or content type. */

import { FOREIGN, HUGE, NOT_DECIMAL, TEMPLATES, WRONG } from './malformedParts.ts'
import { pick, type Kind, type RequestWriter } from './requestWriter.ts'

export function malformedBodies({ random, request, withField, onTemplate }: RequestWriter): readonly Kind[] {
  return [
    [
      'truncated',
      12,
      [400],
      onTemplate(({ body }) => {
        const text = JSON.stringify(body)
        return text.slice(0, random.integer(text.length - 1))
      }),
    ],
    [
      'wrong type',
      14,
      [400],
      onTemplate((template) =>
        withField(template, pick(random, Object.keys(template.body)), pick(random, WRONG)),
      ),
    ],
    [
      'no decimal',
      10,
      [400],
      onTemplate((template) =>
        withField(template, pick(random, template.decimals), pick(random, NOT_DECIMAL)),
      ),
    ],
    [
      'huge number',
      10,
      [400],
      onTemplate((template) => withField(template, pick(random, template.decimals), pick(random, HUGE))),
    ],
    [
      'deep nesting',
      2,
      [400],
      onTemplate((template) => {
        const depth = 10 + random.integer(2000)
        const open = pick(random, ['[', '{"a":'])
        const close = open === '[' ? ']' : '}'
        return withField(
          template,
          pick(random, Object.keys(template.body)),
          `${open.repeat(depth)}1${random.next() < 0.5 ? close.repeat(depth) : ''}`,
        )
      }),
    ],
    [
      'foreign field',
      10,
      [400],
      onTemplate(
        ({ body }) =>
          `{${JSON.stringify(pick(random, FOREIGN))}:{"amount":"1"},${JSON.stringify(body).slice(1)}`,
      ),
    ],
    [
      'duplicate key',
      8,
      [400],
      onTemplate(({ body }) => {
        const field = pick(random, Object.keys(body))
        const written =
          random.next() < 0.5
            ? JSON.stringify(field)
            : `"\\u${field.charCodeAt(0).toString(16).padStart(4, '0')}${field.slice(1)}"`
        return `{${written}:${JSON.stringify(body[field])},${JSON.stringify(body).slice(1)}`
      }),
    ],
    [
      'no object',
      4,
      [400],
      onTemplate(() =>
        pick(random, ['', 'null', '[]', '5', '"{}"', '[{}]', 'undefined', '{a:1}', "{'a':1}", '\u0000']),
      ),
    ],
    [
      'no UTF-8',
      3,
      [400],
      onTemplate(({ body }) =>
        Buffer.concat([
          Buffer.from(JSON.stringify(body).slice(0, -2)),
          Buffer.from([0xff, 0xc0, 0x22, 0x7d]),
        ]),
      ),
    ],
    [
      'content type',
      6,
      [415],
      () => {
        const { method, path, body } = pick(random, TEMPLATES)
        const type = pick(random, [
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/jsonx',
          '',
          '*/*',
        ])
        return request(method, path, JSON.stringify(body), { 'Content-Type': type })
      },
    ],
  ]
}
